// min, max and abs for every pair of types that CUDA has, in its result types.
// output: -3 4294967293 4294967293 7 -2 9
// output: 1.5 2.5 1 1 1.844674407e+19 -5
// output: 3 4 2.5 1.5 5000000000
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
template <class A, class B>
struct Same {
    static constexpr bool value = false;
};
template <class A>
struct Same<A, A> {
    static constexpr bool value = true;
};
__global__ void compute(double* y) {
    const int a = -3;
    const unsigned b = 7;
    const long long c = -2;
    static_assert(Same<decltype(max(a, b)), unsigned>::value && Same<decltype(min(1.0f, 2.0)), double>::value, "");
    static_assert(Same<decltype(min(c, 1ull)), unsigned long long>::value && Same<decltype(max(1l, 2l)), long>::value,
                  "");
    y[0] = min(a, 5), y[1] = max(a, b), y[2] = max(b, a), y[3] = min(b, a), y[4] = min(c, 9ll), y[5] = max(c, 9ll);
    y[6] = min(1.5f, 2.5f), y[7] = max(1.5f, 2.5), y[8] = min(NAN, 1.0f), y[9] = max(1.0, static_cast<double>(NAN));
    y[10] = static_cast<double>(max(~0ull, 1ull)), y[11] = min(-5l, 3l);
    y[12] = abs(a), y[13] = labs(-4l), y[14] = abs(-2.5f), y[15] = fabs(-1.5), y[16] = llabs(-5000000000ll);
}
int main() {
    double* y;
    CHECK(cudaMallocManaged(&y, 17 * sizeof(double)));
    compute<<<1, 1>>>(y);
    LAUNCHED;
    for (int i = 0; i < 17; ++i) printf("%.10g%c", y[i], i == 5 || i == 11 || i == 16 ? '\n' : ' ');
    CHECK(cudaFree(y));
}
