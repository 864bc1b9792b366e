// Sum, difference, product and quotient of __half: each rounded once to nearest even, subnormal results too.
// output: 0 0 0 0
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
// The value of a pattern with `mantissa` bits, from the format's definition.
template <int mantissa>
double value_of(unsigned bits) {
    const int exponent = bits >> mantissa & ((1 << (15 - mantissa)) - 1), bias = (1 << (14 - mantissa)) - 1;
    const double fraction = bits & ((1 << mantissa) - 1);
    const double size = exponent == 0 ? ldexp(fraction, 1 - bias - mantissa)
                                      : ldexp(fraction + (1 << mantissa), exponent - bias - mantissa);
    return bits & 0x8000 ? -size : size;
}
// The pattern next to |x| in the direction of zero.
template <int mantissa>
unsigned below(double x) {
    const unsigned infinity = ((1u << (15 - mantissa)) - 1) << mantissa;
    unsigned low = 0, high = infinity;  // value_of(infinity) is the first power of two out of range
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        (value_of<mantissa>(middle) <= fabs(x) ? low : high) = middle;
    }
    return low;
}
enum Mode { nearest, zero, up, down };
template <int mantissa>
unsigned rounded(double x, Mode mode) {
    if (x != x) return 0x7fff;
    const unsigned sign = signbit(x) ? 0x8000 : 0, infinity = ((1u << (15 - mantissa)) - 1) << mantissa;
    if (isinf(x)) return sign | infinity;
    const unsigned low = below<mantissa>(x);
    const double rest = fabs(x) - value_of<mantissa>(low), gap = value_of<mantissa>(low + 1) - value_of<mantissa>(low);
    bool away = false;
    if (mode == nearest) away = rest > gap - rest || (rest == gap - rest && (low & 1));
    if (mode == up) away = rest > 0 && !sign;
    if (mode == down) away = rest > 0 && sign;
    return sign | (low + away);
}

__global__ void compute(const unsigned short* a, const unsigned short* b, unsigned short* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const __half x = __ushort_as_half(a[i]), z = __ushort_as_half(b[i]);
    y[4 * i] = __half_as_ushort(__hadd(x, z));
    y[4 * i + 1] = __half_as_ushort(__hsub(x, z));
    y[4 * i + 2] = __half_as_ushort(__hmul(x, z));
    y[4 * i + 3] = __half_as_ushort(__hdiv(x, z));
}

int main() {
    const int n = 4096;
    unsigned short *a, *b, *y;
    CHECK(cudaMallocManaged(&a, n * 2));
    CHECK(cudaMallocManaged(&b, n * 2));
    CHECK(cudaMallocManaged(&y, n * 8));
    unsigned state = 12345;
    const auto next = [&] { return state = state * 1664525 + 1013904223, state >> 16; };
    const unsigned infinity = 0x7c00;
    for (int i = 0; i < n; ++i) {
        a[i] = next() % infinity | (next() & 0x8000);
        b[i] = (i % 2 ? a[i] + next() % 16 : next()) % infinity | (next() & 0x8000);
        if (b[i] % 0x8000 == 0) b[i] = 1;
    }
    compute<<<n / 256, 256>>>(a, b, y, n);
    LAUNCHED;
    int wrong[4] = {};
    for (int i = 0; i < n; ++i) {
        const double p = value_of<10>(a[i]), q = value_of<10>(b[i]);
        const double want[] = {p + q, p - q, p * q, p / q};
        for (int k = 0; k < 4; ++k) wrong[k] += y[4 * i + k] != rounded<10>(want[k], nearest);
    }
    printf("%d %d %d %d\n", wrong[0], wrong[1], wrong[2], wrong[3]);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(y));
}
