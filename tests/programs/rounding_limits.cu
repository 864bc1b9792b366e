// Directed rounding at the ends of the range: overflow, the smallest numbers, reciprocals.
// output: inf 3.40282e+38 inf 3.40282e+38
// output: 0 0 1.4013e-45 0, -0 -0 -1.4013e-45
// output: 3eaaaaab 3eaaaaaa 3eaaaaab 3eaaaaaa
#include <cfloat>
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
__global__ void compute(float* y, float big, float tiny) {
    y[0] = __fadd_rn(big, big), y[1] = __fadd_rz(big, big), y[2] = __fmul_ru(big, 2.0f), y[3] = __fmul_rd(big, big);
    y[4] = __fmul_rn(tiny, tiny), y[5] = __fmul_rz(tiny, tiny), y[6] = __fmul_ru(tiny, tiny),
    y[7] = __fmul_rd(tiny, tiny);
    y[8] = __fmul_rn(tiny, -tiny), y[9] = __fmul_ru(tiny, -tiny), y[10] = __fmul_rd(tiny, -tiny);
    y[11] = __frcp_rn(3.0f), y[12] = __frcp_rz(3.0f), y[13] = __frcp_ru(3.0f), y[14] = __frcp_rd(3.0f);
}
int main() {
    float* y;
    CHECK(cudaMallocManaged(&y, 15 * sizeof(float)));
    compute<<<1, 1>>>(y, FLT_MAX, FLT_TRUE_MIN);
    LAUNCHED;
    printf("%g %g %g %g\n%g %g %g %g, %g %g %g\n", y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], y[8], y[9], y[10]);
    const auto* bits = reinterpret_cast<const unsigned*>(y + 11);
    printf("%x %x %x %x\n", bits[0], bits[1], bits[2], bits[3]);
    CHECK(cudaFree(y));
}
