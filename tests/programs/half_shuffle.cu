// Halves and pairs of halves through warp shuffles.
// output: 496 496 1.5 31 992
#include <cuda_fp16.h>

#include <cstdio>
#define CHECK(call)                                                     \
    do {                                                                \
        const cudaError_t error = (call);                               \
        if (error != cudaSuccess) {                                     \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
            return 1;                                                   \
        }                                                               \
    } while (0)
#define LAUNCHED               \
    CHECK(cudaGetLastError()); \
    CHECK(cudaDeviceSynchronize())
__global__ void compute(float* y) {
    __half sum = __int2half_rn(threadIdx.x);
    for (int step = 16; step > 0; step /= 2) sum = __hadd(sum, __shfl_down_sync(0xffffffffu, sum, step));
    __half2 pair = __halves2half2(__int2half_rn(threadIdx.x), __int2half_rn(2 * threadIdx.x));
    for (int step = 16; step > 0; step /= 2) pair = __hadd2(pair, __shfl_xor_sync(0xffffffffu, pair, step));
    const __half third = __shfl_sync(0xffffffffu, __float2half(threadIdx.x * 0.5f), 3);
    const __half2 up = __shfl_up_sync(0xffffffffu, __half2half2(__int2half_rn(threadIdx.x)), 1);
    if (threadIdx.x == 0) y[0] = sum, y[1] = __low2float(pair), y[2] = third, y[4] = __high2float(pair);
    if (threadIdx.x == 31) y[3] = __low2float(up) + 1;
}
int main() {
    float* y;
    CHECK(cudaMallocManaged(&y, 5 * sizeof(float)));
    compute<<<1, 32>>>(y);
    LAUNCHED;
    printf("%g %g %g %g %g\n", y[0], y[1], y[2], y[3], y[4]);
    CHECK(cudaFree(y));
}
