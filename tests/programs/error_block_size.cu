// Blocks that are too large, empty, or too deep: the launch fails, the kernel does not run, and the error can be cleared.
// output: 9 invalid configuration argument
// output: cudaErrorInvalidConfiguration cudaErrorInvalidConfiguration cudaErrorInvalidConfiguration
// output: cudaSuccess 1
#include <cstdio>
__global__ void set(int* x) {
    if (threadIdx.x + threadIdx.y + threadIdx.z == 0) *x = 1;
}

int main() {
    int* x;
    if (cudaMallocManaged(&x, sizeof(int)) != cudaSuccess) return 1;
    *x = 0;
    set<<<1, 1025>>>(x);  // expect: launch_error
    const cudaError_t error = cudaPeekAtLastError();
    printf("%d %s\n", error, cudaGetErrorString(cudaGetLastError()));
    set<<<1, 0>>>(x);  // expect: launch_error
    printf("%s ", cudaGetErrorName(cudaGetLastError()));
    set<<<1, dim3(1, 1, 65)>>>(x);  // expect: launch_error
    printf("%s ", cudaGetErrorName(cudaGetLastError()));
    set<<<1, dim3(33, 32)>>>(x);  // expect: launch_error
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    if (cudaDeviceSynchronize() != cudaSuccess || *x != 0) return 1;
    set<<<1, dim3(16, 1, 64)>>>(x);
    printf("%s ", cudaGetErrorName(cudaGetLastError()));
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("%d\n", *x);
    return cudaFree(x);
}
