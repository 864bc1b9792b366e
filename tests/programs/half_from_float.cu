// float to __half with every rounding, at, beside and between representable values, against the format's definition.
// output: 0 wrong of 73728
#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <cstring>
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

__global__ void convert(const float* x, unsigned short* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    y[4 * i] = __half_as_ushort(__float2half_rn(x[i]));
    y[4 * i + 1] = __half_as_ushort(__float2half_rz(x[i]));
    y[4 * i + 2] = __half_as_ushort(__float2half_ru(x[i]));
    y[4 * i + 3] = __half_as_ushort(__float2half_rd(x[i]));
}

int main() {
    const int n = 18432;
    float* x;
    unsigned short* y;
    CHECK(cudaMallocManaged(&x, n * sizeof(float)));
    CHECK(cudaMallocManaged(&y, 4 * n * sizeof(short)));
    int count = 0;
    const unsigned infinity = 0x7c00;
    for (unsigned i = 0; i < 1024; ++i) {
        const unsigned bits = (i * 40503u >> 3) % infinity;
        const double a = value_of<10>(bits), b = value_of<10>(bits + 1), middle = a + (b - a) / 2;
        const float values[] = {float(a), float(middle), float(a + (b - a) / 4)};
        for (const float v : values)
            for (const float s : {v, nextafterf(v, 0.0f), nextafterf(v, INFINITY)}) x[count++] = s, x[count++] = -s;
    }
    const float special[] = {0.0f,     -0.0f,    INFINITY, -INFINITY, NAN,     65504.0f,
                             65519.0f, 65520.0f, 3.4e38f,  1e-45f,    -1e-45f, 1e-8f};
    for (int i = 0; i < 12; ++i) x[i] = special[i];
    convert<<<(n + 255) / 256, 256>>>(x, y, n);
    LAUNCHED;
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        for (int mode = nearest; mode <= down; ++mode) wrong += y[4 * i + mode] != rounded<10>(x[i], Mode(mode));
    printf("%d wrong of %d\n", wrong, 4 * count);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
