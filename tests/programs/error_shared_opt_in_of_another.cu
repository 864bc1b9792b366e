// A kernel's opt-in to more dynamic shared memory holds for this kernel alone.
// output: 0 1 0
#include <cstdio>
extern __shared__ int buffer[];
__global__ void first(int n) { buffer[n - 1] = n; }
__global__ void second(int n) { buffer[n - 1] = n; }

int main() {
    const int bytes = 100 * 1024;
    cudaFuncSetAttribute(first, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    first<<<1, 1, bytes>>>(10);
    printf("%d ", cudaGetLastError());
    second<<<1, 1, bytes>>>(10);  // expect: launch_error
    printf("%d ", cudaGetLastError());
    second<<<1, 1, 48 * 1024>>>(10);
    printf("%d\n", cudaGetLastError());
    return cudaDeviceSynchronize();
}
