// Reinterpreting bits between integers and floating point numbers.
// output: 3f800000 -1 bff0000000000000 3ff00000 1 2.5 -0
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
__global__ void compute(long long* n, double* y) {
    n[0] = __float_as_int(1.0f), n[1] = __float_as_int(__int_as_float(-1)), n[2] = __double_as_longlong(-1.0);
    n[3] = __double2hiint(1.0), n[4] = __double2loint(__hiloint2double(5, 1));
    y[0] = __longlong_as_double(__double_as_longlong(2.5)), y[1] = __uint_as_float(0x80000000u);
}
int main() {
    long long* n;
    double* y;
    CHECK(cudaMallocManaged(&n, 40));
    CHECK(cudaMallocManaged(&y, 16));
    compute<<<1, 1>>>(n, y);
    LAUNCHED;
    printf("%llx %lld %llx %llx %lld %g %g\n", n[0], n[1], n[2], n[3], n[4], y[0], y[1]);
    CHECK(cudaFree(n));
    CHECK(cudaFree(y));
}
