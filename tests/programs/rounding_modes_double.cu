// Sum, product, quotient, root and FMA of double in every rounding. The exact error of the nearest result tells the others.
// output: 0 0 0 0 0
#include <cfloat>
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
// nearest, zero, up, down of each operation
__global__ void compute(const double* a, const double* b, double* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double* r = y + 20 * i;
    r[0] = __dadd_rn(a[i], b[i]), r[1] = __dadd_rz(a[i], b[i]), r[2] = __dadd_ru(a[i], b[i]),
    r[3] = __dadd_rd(a[i], b[i]);
    r[4] = __dmul_rn(a[i], b[i]), r[5] = __dmul_rz(a[i], b[i]), r[6] = __dmul_ru(a[i], b[i]),
    r[7] = __dmul_rd(a[i], b[i]);
    r[8] = __ddiv_rn(a[i], b[i]), r[9] = __ddiv_rz(a[i], b[i]), r[10] = __ddiv_ru(a[i], b[i]),
    r[11] = __ddiv_rd(a[i], b[i]);
    const double s = a[i] < 0 ? -a[i] : a[i];
    r[12] = __dsqrt_rn(s), r[13] = __dsqrt_rz(s), r[14] = __dsqrt_ru(s), r[15] = __dsqrt_rd(s);
    const double c = -2 * __dmul_rn(a[i], b[i]);
    r[16] = __fma_rn(a[i], b[i], c), r[17] = __fma_rz(a[i], b[i], c), r[18] = __fma_ru(a[i], b[i], c),
    r[19] = __fma_rd(a[i], b[i], c);
}
// Whether r holds the roundings of r[0] + error, where r[0] is the nearest value.
bool consistent(const double* r, double error) {
    const double x = r[0], above = error > 0 ? std::nextafter(x, double(INFINITY)) : x;
    const double below = error < 0 ? std::nextafter(x, -double(INFINITY)) : x;
    return r[2] == above && r[3] == below && r[1] == (x > 0 ? below : above);
}
int main() {
    const int n = 2000;
    double *a, *b, *y;
    CHECK(cudaMallocManaged(&a, n * sizeof(double)));
    CHECK(cudaMallocManaged(&b, n * sizeof(double)));
    CHECK(cudaMallocManaged(&y, 20 * n * sizeof(double)));
    unsigned long long state = 7;
    const auto next = [&] {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const double x = std::ldexp(double(state >> 11), int(state % 20) - 60);
        return state >> 40 & 1 ? -x : x;
    };
    for (int i = 0; i < n; ++i) a[i] = next(), b[i] = next();
    a[0] = 3, b[0] = 1.5, a[1] = 4, b[1] = -4;
    compute<<<(n + 127) / 128, 128>>>(a, b, y, n);
    LAUNCHED;
    int wrong[5] = {};
    for (int i = 0; i < n; ++i) {
        const double *r = y + 20 * i, x = a[i], z = b[i], s = std::fabs(x);
        volatile double sum = x + z, part = sum - x, rest_x = sum - part, rest_z = z - part;
        const double error = double(x - rest_x) + double(rest_z);  // the exact error of a sum
        wrong[0] += r[0] != sum || (i != 1 && !consistent(r, error));
        wrong[1] += r[4] != x * z || !consistent(r + 4, std::fma(x, z, -(x * z)));
        const double quotient = x / z, rest = std::fma(-quotient, z, x);
        wrong[2] += r[8] != quotient || !consistent(r + 8, z > 0 ? rest : -rest);
        const double root = std::sqrt(s);
        wrong[3] += r[12] != root || !consistent(r + 12, std::fma(-root, root, s));
        // x z - 2 (x z rounded) is near - (x z rounded), and off by the product's error.
        const double product = x * z;
        wrong[4] += r[16] != -product || !consistent(r + 16, std::fma(x, z, -product));
    }
    printf("%d %d %d %d %d\n", wrong[0], wrong[1], wrong[2], wrong[3], wrong[4]);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(y));
}
