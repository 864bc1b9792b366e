// Pairs: each part as the scalar function computes it.
// output: 0
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
__device__ bool same(__half2 v, __half x, __half y) {
    return __half_as_ushort(v.x) == __half_as_ushort(x) && __half_as_ushort(v.y) == __half_as_ushort(y);
}
__global__ void compare(int* wrong) {
    const float i = threadIdx.x;
    const __half a = i * 0.37f, b = 3.0f - i, c = 0.1f * i, d = 1.0f + i;
    const __half2 x = __halves2half2(a, b), y = __halves2half2(c, d);
    int bad = 0;
    bad += !same(__hadd2(x, y), __hadd(a, c), __hadd(b, d)) + !same(x + y, a + c, b + d);
    bad += !same(__hsub2(x, y), __hsub(a, c), __hsub(b, d)) + !same(x - y, a - c, b - d);
    bad += !same(__hmul2(x, y), __hmul(a, c), __hmul(b, d)) + !same(x * y, a * c, b * d);
    bad += !same(__h2div(y, y + y), __hdiv(c, c + c), __hdiv(d, d + d));
    bad += !same(__hfma2(x, y, x), __hfma(a, c, a), __hfma(b, d, b));
    bad += !same(__hneg2(x), -a, __hneg(b)) + !same(-x, -a, -b) + !same(__habs2(x), __habs(a), __habs(b));
    bad += !same(__hadd2_sat(x, y), __hadd_sat(a, c), __hadd_sat(b, d)) + !same(__hmul2_rn(x, y), a * c, b * d);
    __half2 z = x;
    z += y, z *= y, z -= x;
    ++z;
    bad += !same(z, (a + c) * c - a + __half(1.0f), (b + d) * d - b + __half(1.0f));
    bad += (x == x) != true || (x != x) != false || (x < x + __float2half2_rn(1.0f)) != true;
    atomicAdd(wrong, bad);
}
int main() {
    int* wrong;
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    compare<<<1, 32>>>(wrong);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(wrong));
}
