// Taking pairs apart and putting them together.
// output: 1 2 | 2 2 | 1 1 | 2 1 | 1 3 | 2 4 | 5 5 | 6 7 | 8 9
// output: 1 2 3.5 4.5
// output: 8 4
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
__global__ void compute(half2* y, float2* f) {
    const half2 a = make_half2(__float2half(1.0f), __float2half(2.0f)), b = __floats2half2_rn(3.0f, 4.0f);
    y[0] = a, y[1] = __high2half2(a), y[2] = __low2half2(a), y[3] = __lowhigh2highlow(a);
    y[4] = __lows2half2(a, b), y[5] = __highs2half2(a, b), y[6] = __float2half2_rn(5.0f);
    y[7] = __float22half2_rn(make_float2(6.0f, 7.0f));
    y[8] = __halves2half2(__low2half(__half2half2(__int2half_rn(8))), __high2half(__floats2half2_rn(0.0f, 9.0f)));
    f[0] = __half22float2(a), f[1] = make_float2(__low2float(b) + 0.5f, __high2float(b) + 0.5f);
}
int main() {
    half2* y;
    float2* f;
    CHECK(cudaMallocManaged(&y, 9 * sizeof(half2)));
    CHECK(cudaMallocManaged(&f, 2 * sizeof(float2)));
    compute<<<1, 1>>>(y, f);
    LAUNCHED;
    for (int i = 0; i < 9; ++i) printf("%s%g %g", i ? " | " : "", __low2float(y[i]), __high2float(y[i]));
    printf("\n%g %g %g %g\n%d %d\n", f[0].x, f[0].y, f[1].x, f[1].y, int(sizeof(half2) + alignof(half2)),
           int(sizeof(half) + alignof(half)));
    CHECK(cudaFree(y));
    CHECK(cudaFree(f));
}
