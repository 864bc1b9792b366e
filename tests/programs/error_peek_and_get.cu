// The last error stays through successful calls and through peeking, and is cleared by reading it.
// output: 101 101 101 0 0
// output: 9 101 0
#include <cstdio>
__global__ void nothing() {}
int main() {
    int* p;
    cudaSetDevice(99);
    if (cudaMalloc(&p, 16) != cudaSuccess || cudaFree(p) != cudaSuccess) return 1;
    printf("%d ", cudaPeekAtLastError());
    printf("%d ", cudaPeekAtLastError());
    printf("%d ", cudaGetLastError());
    printf("%d ", cudaGetLastError());
    printf("%d\n", cudaPeekAtLastError());
    nothing<<<1, 2000>>>();  // expect: launch_error
    cudaSetDevice(99);
    const int late = cudaGetLastError();
    nothing<<<1, 2000>>>();  // expect: launch_error
    const int launch = cudaGetLastError();
    printf("%d %d ", launch, late);
    nothing<<<1, 1>>>();
    printf("%d\n", cudaGetLastError() | cudaDeviceSynchronize());
}
