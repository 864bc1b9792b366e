// cuComplex.h: arithmetic of both precisions, division of large numbers.
// output: 4 -1, 2 5, 9 -7, 0.2 -1.4
// output: 5 5 1 -2, 3 4, 1e+300 0
#include <cuComplex.h>

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
__global__ void compute(cuFloatComplex* f, cuDoubleComplex* d) {
    const cuFloatComplex a = make_cuFloatComplex(3, 2), b = make_cuFloatComplex(1, -3);
    f[0] = cuCaddf(a, b), f[1] = cuCsubf(a, b), f[2] = cuCmulf(a, b);
    const cuDoubleComplex y = make_cuDoubleComplex(3, 1);
    d[0] = cuCdiv(make_cuDoubleComplex(2, -4), make_cuDoubleComplex(3, 1));
    d[1] = make_cuDoubleComplex(cuCabs(make_cuDoubleComplex(3, 4)), cuCabsf(make_cuFloatComplex(-3, 4)));
    d[2] = cuConj(make_cuDoubleComplex(1, 2));
    d[3] = cuCfma(y, make_cuDoubleComplex(1, 1), make_cuDoubleComplex(1, 0));
    d[4] = cuCdiv(make_cuDoubleComplex(1e300, 1e300), make_cuDoubleComplex(1, 1));
}
int main() {
    cuFloatComplex* f;
    cuDoubleComplex* d;
    CHECK(cudaMallocManaged(&f, 3 * sizeof *f));
    CHECK(cudaMallocManaged(&d, 5 * sizeof *d));
    compute<<<1, 1>>>(f, d);
    LAUNCHED;
    printf("%g %g, %g %g, %g %g, %g %g\n", f[0].x, f[0].y, f[1].x, f[1].y, cuCrealf(f[2]), cuCimagf(f[2]), d[0].x,
           d[0].y);
    printf("%g %g %g %g, %g %g, %g %g\n", d[1].x, d[1].y, d[2].x, d[2].y, d[3].x, d[3].y, d[4].x, d[4].y);
    CHECK(cudaFree(f));
    CHECK(cudaFree(d));
}
