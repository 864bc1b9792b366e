// The _sat forms clamp to [0, 1] and make a NaN 0; the _relu forms clamp at 0 and keep a NaN.
// output: 1 0 0.5 0 1 0.25
// output: 0 3 nan 1 0
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
    const __half half = 0.5f, two = 2.0f, nan = CUDART_NAN_FP16, one = 1.0f;
    y[0] = __hadd_sat(two, half), y[1] = __hsub_sat(half, two), y[2] = __hmul_sat(half, one),
    y[3] = __hadd_sat(nan, one);
    y[4] = __hfma_sat(two, two, half), y[5] = __hfma_sat(half, half, CUDART_ZERO_FP16);
    y[6] = __hfma_relu(two, -half, half), y[7] = __hfma_relu(two, one, one), y[8] = __hfma_relu(nan, one, one);
    const __half2 both = __hfma2_sat(__halves2half2(two, -two), __halves2half2(two, two), __halves2half2(one, one));
    y[9] = __low2float(both), y[10] = __high2float(both);
}
int main() {
    float* y;
    CHECK(cudaMallocManaged(&y, 11 * sizeof(float)));
    compute<<<1, 1>>>(y);
    LAUNCHED;
    printf("%g %g %g %g %g %g\n", y[0], y[1], y[2], y[3], y[4], y[5]);
    printf("%g %g %s %g %g\n", y[6], y[7], y[8] != y[8] ? "nan" : "number", y[9], y[10]);
    CHECK(cudaFree(y));
}
