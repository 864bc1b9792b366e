// __frsqrt_rn is rounded correctly: the exact square of the neighbouring midpoints tells.
// output: 0 wrong of 4096
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
__global__ void compute(const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = __frsqrt_rn(x[i]);
}
int main() {
    const int n = 4096;
    float *x, *y;
    CHECK(cudaMallocManaged(&x, n * sizeof(float)));
    CHECK(cudaMallocManaged(&y, n * sizeof(float)));
    for (int i = 0; i < n; ++i) x[i] = std::ldexp(1.0f + i * 4099 % 8388608 * 0x1p-23f, i % 40 - 20);
    compute<<<n / 256, 256>>>(x, y);
    LAUNCHED;
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        // x m^2 against 1, for the midpoints m below and above y, in integers: m has 25 bits, x 24.
        int ex, ey;
        const auto mx = static_cast<unsigned __int128>(std::ldexp(std::frexp(x[i], &ex), 24));
        const auto my = static_cast<unsigned __int128>(std::ldexp(std::frexp(y[i], &ey), 25));
        const int shift = 24 + 50 - ex - 2 * ey;  // 1 in units of the products
        const unsigned __int128 one = static_cast<unsigned __int128>(1) << shift;
        wrong += mx * (my - 1) * (my - 1) > one || mx * (my + 1) * (my + 1) < one;
    }
    printf("%d wrong of %d\n", wrong, n);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
