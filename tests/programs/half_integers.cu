// Integers to half with every rounding, and back with saturation; NaN gives 0, or the highest bit of 64.
// output: 2048 2048 2050 2048, -2048 -2048 -2048 -2050
// output: inf 65504 inf 65504, 65504 -65504 -inf
// output: 32767 -32768 255 -128 0 65535
// output: 2 2 3 -2 -3 0
// output: 0 0 8000000000000000 8000000000000000
#include <cuda_fp16.h>

#include <cmath>
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
__global__ void compute(float* f, int* n, unsigned long long* w) {
    f[0] = __int2half_rn(2049), f[1] = __int2half_rz(2049), f[2] = __int2half_ru(2049), f[3] = __int2half_rd(2049);
    f[4] = __int2half_rn(-2049), f[5] = __int2half_rz(-2049), f[6] = __short2half_ru(-2049), f[7] = __ll2half_rd(-2049);
    f[8] = __uint2half_rn(65520u), f[9] = __ull2half_rz(~0ull), f[10] = __ull2half_ru(~0ull),
    f[11] = __ushort2half_rd(65535);
    f[12] = __int2half_rn(65519), f[13] = __ll2half_rz(-1ll << 60), f[14] = __ll2half_rd(-65505);
    const __half big = 65504.0f, low = -65504.0f, nan = CUDART_NAN_FP16, half = 2.5f;
    n[0] = __half2short_rn(big), n[1] = __half2short_rz(low), n[2] = __half2uchar_rz(big), n[3] = __half2char_rz(low);
    n[4] = static_cast<int>(__half2uint_rd(low)), n[5] = __half2ushort_ru(CUDART_INF_FP16);
    n[6] = __half2int_rn(half), n[7] = __half2int_rz(half), n[8] = __half2int_ru(half);
    n[9] = __half2int_rz(-half), n[10] = __half2int_rd(-half), n[11] = static_cast<int>(__half2uint_rz(-half));
    n[12] = __half2int_rn(nan), n[13] = __half2short_rz(nan);
    w[0] = static_cast<unsigned long long>(__half2ll_rn(nan)), w[1] = __half2ull_rz(nan);
}
int main() {
    float* f;
    int* n;
    unsigned long long* w;
    CHECK(cudaMallocManaged(&f, 15 * sizeof(float)));
    CHECK(cudaMallocManaged(&n, 14 * sizeof(int)));
    CHECK(cudaMallocManaged(&w, 16));
    compute<<<1, 1>>>(f, n, w);
    LAUNCHED;
    printf("%g %g %g %g, %g %g %g %g\n", f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7]);
    printf("%g %g %g %g, %g %g %g\n", f[8], f[9], f[10], f[11], f[12], f[13], f[14]);
    printf("%d %d %d %d %d %d\n", n[0], n[1], n[2], n[3], n[4], n[5]);
    printf("%d %d %d %d %d %d\n", n[6], n[7], n[8], n[9], n[10], n[11]);
    printf("%d %d %llx %llx\n", n[12], n[13], w[0], w[1]);
    CHECK(cudaFree(f));
    CHECK(cudaFree(n));
    CHECK(cudaFree(w));
}
