// Functions that take numbers apart or step between them, in float and double.
// output: 0.75 3 6 -0.5 3 2 3.5 0.25
// output: 3 4 0.5 -1 2 -2 -3 1
// output: 1.00000012 1.0000000000000002 5 8 -3 0.5 2 12
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
__global__ void compute(double* y) {
    int exponent, quotient;
    float whole;
    y[0] = frexpf(6.0f, &exponent), y[1] = exponent, y[2] = ldexp(0.75, 3);
    y[3] = remquo(5.5, 2.0, &quotient), y[4] = quotient, y[5] = scalbn(0.5f, 2);
    y[6] = fmodf(7.5f, 4.0f), y[7] = modff(3.25f, &whole);
    y[8] = whole, y[9] = llrint(4.4), y[10] = copysign(0.5, 1.0), y[11] = copysignf(1.0f, -0.0f), y[12] = lrintf(2.5f);
    y[13] = lround(-1.5), y[14] = llroundf(-2.5f), y[15] = signbit(-0.0f) != 0;
    y[16] = nextafterf(1.0f, 2.0f), y[17] = nextafter(1.0, 2.0), y[18] = fdim(7.0, 2.0), y[19] = scalbln(1.0, 3L);
    y[20] = ilogb(0.125), y[21] = remainder(2.5, 2.0), y[22] = logbf(7.0f), y[23] = fma(2.0, 5.0, 2.0);
}
int main() {
    double* y;
    CHECK(cudaMallocManaged(&y, 24 * sizeof(double)));
    compute<<<1, 1>>>(y);
    LAUNCHED;
    for (int i = 0; i < 24; ++i)
        printf(i == 16 ? "%.9g%c" : i == 17 ? "%.17g%c" : "%g%c", y[i], i % 8 < 7 ? ' ' : '\n');
    CHECK(cudaFree(y));
}
