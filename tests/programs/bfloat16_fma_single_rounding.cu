// 9 * 29 = 261 and 7 * 37 = 259 lie on ties of bfloat16. An addend far below still decides: one rounding sees it.
// output: 260 262 260
// output: 260 260 258
// output: 0 -0 inf nan
#include <cuda_bf16.h>

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
__device__ float fused(float a, float b, float c) {
    return __bfloat162float(__hfma(__float2bfloat16(a), __float2bfloat16(b), __float2bfloat16(c)));
}
__global__ void compute(float* y) {
    const float tiny = 0x1p-100f;
    for (int i = 0; i < 2; ++i) {
        const float a = i == 0 ? 9 : 7, b = i == 0 ? 29 : 37;
        y[3 * i] = fused(a, b, 0.0f);
        y[3 * i + 1] = fused(a, b, tiny);
        y[3 * i + 2] = fused(a, b, -tiny);
    }
    y[6] = fused(0x1p-100f, 0x1p-100f, 0.0f);
    y[7] = fused(0x1p-100f, -0x1p-100f, -0.0f);
    y[8] = fused(0x1p100f, 0x1p100f, -0x1p120f);
    y[9] = fused(0x1p127f * 2, 0.0f, 1.0f);
}
int main() {
    float* y;
    CHECK(cudaMallocManaged(&y, 10 * sizeof(float)));
    compute<<<1, 1>>>(y);
    LAUNCHED;
    for (int i = 0; i < 6; i += 3) printf("%g %g %g\n", y[i], y[i + 1], y[i + 2]);
    printf("%g %g %g %s\n", y[6], y[7], y[8], y[9] != y[9] ? "nan" : "number");
    CHECK(cudaFree(y));
}
