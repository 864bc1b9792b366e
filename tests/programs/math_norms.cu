// Norms of 2 to n components, their reciprocals, without overflow or underflow on the way.
// output: 3 5 0.2 7 2 0.5
// output: 1.73205e+300 1.73205e-300 inf inf 0
// output: 3 5.5 1e+30
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
__global__ void compute(double* y, const double* x, const float* f) {
    y[0] = norm3d(1.0, 2.0, 2.0), y[1] = hypot(3.0, 4.0), y[2] = rhypot(3.0, 4.0), y[3] = norm(4, x);
    y[4] = norm4d(1.0, 1.0, 1.0, 1.0), y[5] = rnorm4d(1.0, 1.0, 1.0, 1.0);
    y[6] = norm3d(1e300, 1e300, 1e300), y[7] = norm3d(1e-300, 1e-300, 1e-300), y[8] = norm3d(INFINITY, 1.0, NAN);
    y[9] = rnorm3d(0.0, 0.0, 0.0), y[10] = rnorm(2, x + 4);
    y[11] = norm3df(-1.0f, 2.0f, -2.0f), y[12] = normf(3, f), y[13] = norm4df(1e30f, 0.0f, 0.0f, 0.0f);
}
int main() {
    double *y, *x;
    float* f;
    CHECK(cudaMallocManaged(&y, 14 * sizeof(double)));
    CHECK(cudaMallocManaged(&x, 6 * sizeof(double)));
    CHECK(cudaMallocManaged(&f, 3 * sizeof(float)));
    const double values[] = {2, 4, 5, 2, INFINITY, 1};
    for (int i = 0; i < 6; ++i) x[i] = values[i];
    f[0] = 1.5f, f[1] = 5.0f, f[2] = sqrtf(3.0f);
    compute<<<1, 1>>>(y, x, f);
    LAUNCHED;
    for (int i = 0; i < 14; ++i) printf("%g%c", y[i], i == 5 || i == 10 || i == 13 ? '\n' : ' ');
    CHECK(cudaFree(y));
    CHECK(cudaFree(x));
    CHECK(cudaFree(f));
}
