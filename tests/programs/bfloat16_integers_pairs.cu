// bfloat16: integers with every rounding, pairs, casts between the two 16-bit types.
// output: 256 256 258 256 -256
// output: 128 65535 -128 4294967295
// output: 1 2 2 1 3.5
// output: 0.333252 0.333984 inf
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
__global__ void compute(float* f, unsigned* n) {
    f[0] = __int2bfloat16_rn(257), f[1] = __int2bfloat16_rz(257), f[2] = __uint2bfloat16_ru(257),
    f[3] = __ll2bfloat16_rd(257);
    f[4] = __short2bfloat16_ru(-257);
    n[0] = __bfloat162int_rz(__nv_bfloat16(128.5f)), n[1] = __bfloat162ushort_rn(__nv_bfloat16(1e9f));
    n[2] = __bfloat162char_rz(__nv_bfloat16(-1e9f)), n[3] = __bfloat162uint_ru(CUDART_INF_BF16);
    const __nv_bfloat162 p = __floats2bfloat162_rn(1.0f, 2.0f), q = __lowhigh2highlow(p);
    f[5] = __low2float(p), f[6] = __high2float(p), f[7] = __low2float(q), f[8] = __high2float(q);
    f[9] = __bfloat162float(__hadd(__low2bfloat16(p), __float2bfloat16(2.5f)));
    const __half third = 1.0f / 3;
    f[10] = third, f[11] = __nv_bfloat16(third), f[12] = static_cast<__half>(__nv_bfloat16(1e6f));
}
int main() {
    float* f;
    unsigned* n;
    CHECK(cudaMallocManaged(&f, 13 * sizeof(float)));
    CHECK(cudaMallocManaged(&n, 16));
    compute<<<1, 1>>>(f, n);
    LAUNCHED;
    printf("%g %g %g %g %g\n%u %u %d %u\n", f[0], f[1], f[2], f[3], f[4], n[0], n[1], int(n[2]), n[3]);
    printf("%g %g %g %g %g\n%g %g %g\n", f[5], f[6], f[7], f[8], f[9], f[10], f[11], f[12]);
    CHECK(cudaFree(f));
    CHECK(cudaFree(n));
}
