// More than 48 KiB of dynamic shared memory needs an opt-in; 227 KiB are the most.
// output: 1 0 0 1 1 0
#include <cstdio>
extern __shared__ int buffer[];
__global__ void first(int n) { buffer[n - 1] = n; }
__global__ void second(int n) { buffer[n - 1] = n; }
void report(char end) { printf("%d%c", cudaGetLastError(), end); }

int main() {
    const int kib = 1024, n = 10;
    first<<<1, 1, 49 * kib>>>(n);  // expect: launch_error
    report(' ');
    printf("%d ", cudaFuncSetAttribute(first, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * kib));
    first<<<1, 1, 100 * kib>>>(n);
    report(' ');
    first<<<1, 1, 101 * kib>>>(n);  // expect: launch_error
    report(' ');
    printf("%d ", cudaFuncSetAttribute(second, cudaFuncAttributeMaxDynamicSharedMemorySize, 228 * kib));
    cudaGetLastError();
    second<<<1, 1, 48 * kib>>>(n);
    report('\n');
    return cudaDeviceSynchronize();
}
