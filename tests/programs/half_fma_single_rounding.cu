// __hfma rounds once: against exact 128-bit integers, and on values where two roundings would differ.
// output: 0 wrong, 12 differ from two roundings
#include <cuda_fp16.h>

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
// Units of 2^-48: every product of two halves is a multiple.
__int128 exact(unsigned bits) {
    const int exponent = bits >> 10 & 31;
    const __int128 size = exponent == 0 ? __int128(bits & 1023) << 24 : __int128(bits & 1023 | 1024) << (23 + exponent);
    return bits & 0x8000 ? -size : size;
}
unsigned round_to_half(__int128 x, unsigned zero_sign) {
    if (x == 0) return zero_sign;
    const unsigned sign = x < 0 ? 0x8000 : 0;
    unsigned __int128 size = x < 0 ? -x : x;
    int top = 127;
    while (!(size >> top & 1)) --top;
    const int unit = top - 10 < 24 ? 24 : top - 10;  // subnormal halves are multiples of 2^-24
    unsigned __int128 kept = size >> unit, rest = size - (kept << unit),
                      half = static_cast<unsigned __int128>(1) << (unit - 1);
    if (rest > half || (rest == half && kept & 1)) ++kept;
    const unsigned bits = static_cast<unsigned>(kept) + (static_cast<unsigned>(unit - 24) << 10);
    return sign | (bits > 0x7c00 ? 0x7c00 : bits);
}
__global__ void compute(const unsigned short* x, unsigned short* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const __half a = __ushort_as_half(x[3 * i]), b = __ushort_as_half(x[3 * i + 1]), c = __ushort_as_half(x[3 * i + 2]);
    y[2 * i] = __half_as_ushort(__hfma(a, b, c));
    y[2 * i + 1] = __half_as_ushort(__hadd_rn(__hmul_rn(a, b), c));
}
int main() {
    const int n = 4096;
    unsigned short *x, *y;
    CHECK(cudaMallocManaged(&x, n * 6));
    CHECK(cudaMallocManaged(&y, n * 4));
    unsigned state = 99;
    const auto next = [&] { return state = state * 1664525 + 1013904223, state >> 16; };
    for (int i = 0; i < 3 * n; ++i) x[i] = next() % 0x7c00 | (next() & 0x8000);
    for (int i = 0; i < n; i += 4)
        x[3 * i] = 0x3c00 + next() % 32, x[3 * i + 1] = 0x3c00 + next() % 32, x[3 * i + 2] = next() % 4;
    // (1 + 2^-10) * (1 + 2^-10) = 1 + 2^-9 + 2^-20: beside a tie once the last bit is lost.
    for (int i = 0; i < 12; ++i) x[3 * i] = 0x3c01, x[3 * i + 1] = 0x3c01 + 2 * i, x[3 * i + 2] = 0x1000;
    compute<<<n / 256, 256>>>(x, y, n);
    LAUNCHED;
    int wrong = 0, differ = 0;
    for (int i = 0; i < n; ++i) {
        const __int128 product = (exact(x[3 * i]) >> 24) * (exact(x[3 * i + 1]) >> 24), c = exact(x[3 * i + 2]);
        const unsigned sign = (x[3 * i] ^ x[3 * i + 1]) & x[3 * i + 2] & 0x8000;
        wrong += y[2 * i] != round_to_half(product + c, sign);
        if (i < 12) differ += y[2 * i] != y[2 * i + 1];
    }
    printf("%d wrong, %d differ from two roundings\n", wrong, differ);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
