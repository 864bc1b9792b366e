// math_constants.h: bits of the special values, and identities between the numbers.
// output: 7f800000 7fffffff 1 7f7fffff 80000000 fff8000000000000 8000000000000000
// output: 0
#include <math_constants.h>

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
__global__ void compute(unsigned* f, unsigned long long* d, double* y) {
    f[0] = __float_as_uint(CUDART_INF_F), f[1] = __float_as_uint(CUDART_NAN_F),
    f[2] = __float_as_uint(CUDART_MIN_DENORM_F);
    f[3] = __float_as_uint(CUDART_MAX_NORMAL_F), f[4] = __float_as_uint(CUDART_NEG_ZERO_F);
    d[0] = __double_as_longlong(CUDART_NAN), d[1] = __double_as_longlong(CUDART_NEG_ZERO);
    y[0] = CUDART_PI - 4 * CUDART_PIO4, y[1] = CUDART_SQRT_TWO - sqrt(2.0), y[2] = CUDART_LN2 - log(2.0);
    y[3] = CUDART_L2E - 1 / CUDART_LN2, y[4] = CUDART_PIO2_F - 1.57079632679f, y[5] = CUDART_TWO_TO_23_F - 8388608.0f;
    y[6] = CUDART_LG2 - log10(2.0), y[7] = CUDART_3PIO4 - 3 * CUDART_PIO4, y[8] = CUDART_SQRT_HALF_HI - sqrt(0.5);
}
int main() {
    unsigned* f;
    unsigned long long* d;
    double* y;
    CHECK(cudaMallocManaged(&f, 20));
    CHECK(cudaMallocManaged(&d, 16));
    CHECK(cudaMallocManaged(&y, 72));
    compute<<<1, 1>>>(f, d, y);
    LAUNCHED;
    printf("%x %x %x %x %x %llx %llx\n", f[0], f[1], f[2], f[3], f[4], d[0], d[1]);
    int far = 0;
    for (int i = 0; i < 9; ++i) far += !(std::fabs(y[i]) < 1e-15);
    printf("%d\n", far);
    CHECK(cudaFree(f));
    CHECK(cudaFree(d));
    CHECK(cudaFree(y));
}
