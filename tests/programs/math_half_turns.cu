// sinpi and cospi are exact at multiples of a half, also for large arguments.
// output: 0 1 0 -1 0, 1 0 -1 0 1
// output: 0 -1 1 0, nan
// output: 0 wrong
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
__global__ void compute(double* y, int* wrong) {
    for (int i = 0; i < 5; ++i) y[i] = sinpi(0.5 * i), y[5 + i] = cospi(0.5 * i);
    y[10] = sinpi(1e15), y[11] = cospi(1e6 + 1), y[12] = sinpif(-1.5f), y[13] = cospif(1e6f + 0.5f),
    y[14] = sinpi(INFINITY);
    for (int i = -100; i <= 100; ++i) {
        const float x = i * 0.0625f;
        float s, c;
        sincospif(x, &s, &c);
        double ds, dc;
        sincospi(static_cast<double>(x), &ds, &dc);
        *wrong += s != sinpif(x) || c != cospif(x) || ds != sinpi(static_cast<double>(x)) ||
                  fabs(ds * ds + dc * dc - 1) > 1e-15;
        *wrong += fabs(ds - sin(3.14159265358979323846 * x)) > 1e-14 || fabsf(c - static_cast<float>(dc)) > 2e-7f;
    }
}
int main() {
    double* y;
    int* wrong;
    CHECK(cudaMallocManaged(&y, 15 * sizeof(double)));
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    compute<<<1, 1>>>(y, wrong);
    LAUNCHED;
    for (int i = 0; i < 14; ++i) printf("%g%s", y[i] + 0.0, i == 4 ? ", " : i == 9 ? "\n" : i == 13 ? ", " : " ");
    printf("%s\n%d wrong\n", std::isnan(y[14]) ? "nan" : "number", *wrong);
    CHECK(cudaFree(y));
    CHECK(cudaFree(wrong));
}
