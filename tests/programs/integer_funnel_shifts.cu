// Funnel shifts by every amount: the wrapping forms use it modulo 32, the clamping ones stop at 32.
// output: 0
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
__global__ void compute(int* wrong) {
    const unsigned low = 0x89abcdefu, high = 0x01234567u, n = threadIdx.x, m = n % 32, c = n < 32 ? n : 32;
    const unsigned long long both = static_cast<unsigned long long>(high) << 32 | low;
    int bad = __funnelshift_l(low, high, n) != static_cast<unsigned>(both << m >> 32);
    bad += __funnelshift_r(low, high, n) != static_cast<unsigned>(both >> m);
    bad += __funnelshift_lc(low, high, n) != (c == 32 ? low : static_cast<unsigned>(both << c >> 32));
    bad += __funnelshift_rc(low, high, n) != static_cast<unsigned>(both >> c);
    if (bad) atomicAdd(wrong, bad);
}
int main() {
    int* wrong;
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    compute<<<1, 70>>>(wrong);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(wrong));
}
