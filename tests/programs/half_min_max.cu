// __hmin and __hmax drop a NaN, the _nan forms keep it; -0 is less than +0.
// output: 3c00 4000 3c00 3c00 7fff 7fff
// output: 8000 0 8000 0 7fff
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
__global__ void compute(unsigned short* y) {
    const __half one = 1.0f, two = 2.0f, nan = CUDART_NAN_FP16, zero = CUDART_ZERO_FP16, minus = CUDART_NEG_ZERO_FP16;
    y[0] = __half_as_ushort(__hmin(one, two)), y[1] = __half_as_ushort(__hmax(one, two));
    y[2] = __half_as_ushort(__hmin(nan, one)), y[3] = __half_as_ushort(__hmax(one, nan));
    y[4] = __half_as_ushort(__hmin_nan(nan, one)), y[5] = __half_as_ushort(__hmax_nan(one, nan));
    const __half2 low = __hmin2(__halves2half2(zero, minus), __halves2half2(minus, zero));
    const __half2 high = __hmax2(__halves2half2(zero, minus), __halves2half2(minus, zero));
    y[6] = __half_as_ushort(__low2half(low)), y[7] = __half_as_ushort(__low2half(high));
    y[8] = __half_as_ushort(__high2half(low)), y[9] = __half_as_ushort(__high2half(high));
    y[10] = __half_as_ushort(__hmax(nan, nan));
}
int main() {
    unsigned short* y;
    CHECK(cudaMallocManaged(&y, 22));
    compute<<<1, 1>>>(y);
    LAUNCHED;
    printf("%x %x %x %x %x %x\n%x %x %x %x %x\n", y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], y[8], y[9], y[10]);
    CHECK(cudaFree(y));
}
