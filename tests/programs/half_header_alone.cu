// cuda_fp16.h before every other header brings what a program needs.
#include <cuda_fp16.h>
// output: 3
#include <stdio.h>

__global__ void add(half* x) {
    x[threadIdx.x] = x[threadIdx.x] + __float2half(1.0f);
}

int main() {
    half* x;
    if (cudaMallocManaged(&x, 2 * sizeof(half)) != cudaSuccess) return 1;
    x[0] = x[1] = __float2half(0.5f);
    add<<<1, 2>>>(x);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("%g\n", __half2float(x[0]) + __half2float(x[1]));
    return cudaFree(x) != cudaSuccess;
}
