// __fmul_rn and __fadd_rn are never fused, a * b + c is (as nvcc does by default), and fmaf always.
// output: 0 0 0 0
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
__global__ void compute(const float* a, const double* d, int* wrong, int n) {
    const int i = threadIdx.x;
    const float x = a[3 * i], y = a[3 * i + 1], z = a[3 * i + 2];
    const volatile float product = x * y;
    const volatile float two_roundings = product + z;
    if (__fadd_rn(__fmul_rn(x, y), z) != two_roundings) atomicAdd(&wrong[0], 1);
    if (__fsub_rn(z, __fmul_rn(x, y)) != -__fadd_rn(__fmul_rn(x, y), -z)) atomicAdd(&wrong[1], 1);
    if (__fmaf_rn(x, y, z) != fmaf(x, y, z) || __fadd_rn(x * y, z) != two_roundings) atomicAdd(&wrong[2], 1);
    const volatile double wide = d[2 * i] * d[2 * i];
    const volatile double both = wide + d[2 * i + 1];
    if (__dadd_rn(__dmul_rn(d[2 * i], d[2 * i]), d[2 * i + 1]) != both) atomicAdd(&wrong[3], 1);
}
int main() {
    const int n = 256;
    float* a;
    double* d;
    int* wrong;
    CHECK(cudaMallocManaged(&a, 3 * n * sizeof(float)));
    CHECK(cudaMallocManaged(&d, 2 * n * sizeof(double)));
    CHECK(cudaMallocManaged(&wrong, 16));
    for (int i = 0; i < n; ++i) {
        const float x = 1 + i * 0x1p-20f, y = 1 + i * i * 0x1p-22f;
        a[3 * i] = x, a[3 * i + 1] = y, a[3 * i + 2] = -x * y;
        d[2 * i] = 1 + i * 0x1p-40, d[2 * i + 1] = -d[2 * i] * d[2 * i];
    }
    for (int i = 0; i < 4; ++i) wrong[i] = 0;
    compute<<<1, n>>>(a, d, wrong, n);
    LAUNCHED;
    printf("%d %d %d %d\n", wrong[0], wrong[1], wrong[2], wrong[3]);
    CHECK(cudaFree(a));
    CHECK(cudaFree(d));
    CHECK(cudaFree(wrong));
}
