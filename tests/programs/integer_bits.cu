// Counting, finding, reversing and permuting bits, with CUDA's answers at zero.
// output: 0 32 13 64 | 32 0 31 64 | 0 1 32 33
// output: 1 80000000 8000000000000000 78563412 12345678 ff341280
// output: 4 12 ffffffff 9 5 ffffffff
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
__global__ void compute(unsigned long long* y) {
    y[0] = __popc(0), y[1] = __popc(~0u), y[2] = __popc(0x12345678), y[3] = __popcll(~0ull);
    y[4] = __clz(0), y[5] = __clz(-1), y[6] = __clz(1), y[7] = __clzll(0);
    y[8] = __ffs(0), y[9] = __ffs(7), y[10] = __ffs(0x80000000), y[11] = __ffsll(1ll << 32);
    y[12] = __brev(0x80000000u), y[13] = __brev(1u), y[14] = __brevll(1ull);
    y[15] = __byte_perm(0x12345678, 0, 0x0123), y[16] = __byte_perm(0x5678, 0x1234, 0x5410),
    y[17] = __byte_perm(0x00341200, 0x80, 0xc214);
    const unsigned mask = 0x1234u << 2;  // bits 4, 6, 7, 11, 14
    y[18] = __fns(mask, 0, 1), y[19] = __fns(0xff00u, 8, 5), y[20] = __fns(mask, 0, 6), y[21] = __fns(0x200u, 31, -1);
    y[22] = __fns(0x20u, 5, 0), y[23] = __fns(0x20u, 4, 0);
}
int main() {
    unsigned long long* y;
    CHECK(cudaMallocManaged(&y, 24 * 8));
    compute<<<1, 1>>>(y);
    LAUNCHED;
    for (int i = 0; i < 12; ++i) printf("%llu%s", y[i], i == 11 ? "\n" : i % 4 == 3 ? " | " : " ");
    for (int i = 12; i < 18; ++i) printf("%llx%c", y[i], i < 17 ? ' ' : '\n');
    for (int i = 18; i < 24; ++i) printf(y[i] > 100 ? "%llx%c" : "%llu%c", y[i], i < 23 ? ' ' : '\n');
    CHECK(cudaFree(y));
}
