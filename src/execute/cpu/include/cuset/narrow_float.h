// The two 16-bit floating point formats, IEEE half and bfloat16: conversion with every rounding, by integer arithmetic.
#pragma once

#include <stdint.h>
#include <string.h>

#include "cuset/integer_functions.h"
#include "cuset/rounding.h"

namespace cuset_rt {

inline uint32_t bits_of(float x) {
    return __float_as_uint(x);
}
inline uint64_t bits_of(double x) {
    return static_cast<uint64_t>(__double_as_longlong(x));
}
inline float float_of(uint32_t bits) {
    return __uint_as_float(bits);
}
inline double double_of(uint64_t bits) {
    return __longlong_as_double(static_cast<long long>(bits));
}

constexpr unsigned short kNarrowNan = 0x7fff;  // the NaN that CUDA's conversions and arithmetic give, in both formats

// +-magnitude * 2^exponent in the format with `mantissa` bits after the leading one and `bias`.
template <int mantissa, int bias>
inline unsigned short encode(bool negative, uint64_t magnitude, int exponent, Rounding mode) {
    const unsigned sign = negative ? 0x8000 : 0;
    if (magnitude == 0) return static_cast<unsigned short>(sign);
    constexpr int lowest = 1 - bias - mantissa;  // exponent of the least subnormal
    const int top = exponent + 63 - __builtin_clzll(magnitude);
    if (top > bias + 1) magnitude = 1, exponent = bias + 1;  // overflows however it is rounded
    const int natural = (top > bias + 1 ? bias + 1 : top) - mantissa, unit = natural < lowest ? lowest : natural;
    const int shift = unit - exponent;  // bits below the result's last one
    uint64_t kept;
    int compared = -1;  // the rest with half a unit: less, equal, more
    bool inexact = true;
    if (shift <= 0) {
        kept = magnitude << -shift;
        inexact = false;
    } else if (shift > 64) {
        kept = 0;
    } else {
        kept = shift == 64 ? 0 : magnitude >> shift;
        const uint64_t half = uint64_t{1} << (shift - 1), rest = magnitude & (half | (half - 1));
        inexact = rest != 0;
        compared = rest > half ? 1 : rest == half ? 0 : -1;
    }
    const bool away = mode == Rounding::nearest ? compared > 0 || (compared == 0 && (kept & 1))
                      : mode == Rounding::up    ? inexact && !negative
                      : mode == Rounding::down  ? inexact && negative
                                                : false;
    const uint64_t bits = kept + away + (static_cast<uint64_t>(unit - lowest) << mantissa);
    constexpr unsigned infinity = static_cast<unsigned>(2 * bias + 1) << mantissa;
    if (bits < infinity) return static_cast<unsigned short>(sign | bits);
    const bool to_infinity =
        mode == Rounding::nearest || (mode == Rounding::up && !negative) || (mode == Rounding::down && negative);
    return static_cast<unsigned short>(sign | (to_infinity ? infinity : infinity - 1));
}
template <int mantissa, int bias>
inline unsigned short encode(double x, Rounding mode) {
    const uint64_t bits = bits_of(x), fraction = bits & ((uint64_t{1} << 52) - 1);
    const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
    const bool negative = bits >> 63 != 0;
    if (exponent == 0x7ff) {
        constexpr unsigned infinity = static_cast<unsigned>(2 * bias + 1) << mantissa;
        return fraction != 0 ? kNarrowNan : static_cast<unsigned short>((negative ? 0x8000 : 0) | infinity);
    }
    if (exponent == 0) return encode<mantissa, bias>(negative, fraction, -1074, mode);
    return encode<mantissa, bias>(negative, fraction | uint64_t{1} << 52, exponent - 1075, mode);
}

// Rounding to odd keeps what a second rounding, to at least two bits less, must know.
inline float narrowed_to_odd(double x) {
    const float near = static_cast<float>(x);
    const uint32_t bits = bits_of(near);
    if (static_cast<double>(near) == x || x != x || (bits & 1) != 0) return near;
    return float_of(__builtin_fabs(static_cast<double>(near)) < __builtin_fabs(x) ? bits + 1 : bits - 1);
}
inline double sum_to_odd(double a, double b) {
    const double sum = a + b, part = sum - a, error = (a - (sum - part)) + (b - part);
    const uint64_t bits = bits_of(sum);
    if (!(error < 0 || error > 0) || (bits & 1) != 0) return sum;
    return double_of((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

struct Half {
    static constexpr int mantissa = 10, bias = 15;
#if defined(__F16C__)
    typedef short Eight __attribute__((vector_size(16)));
    typedef float Four __attribute__((vector_size(16)));
    static float to_float(unsigned short x) {
        return __builtin_ia32_vcvtph2ps(Eight{static_cast<short>(x), 0, 0, 0, 0, 0, 0, 0})[0];
    }
    static unsigned short from_float(float x) {
        if ((bits_of(x) & 0x7fffffff) > 0x7f800000) return kNarrowNan;
        return static_cast<unsigned short>(__builtin_ia32_vcvtps2ph(Four{x, 0, 0, 0}, 0)[0]);
    }
#else
    static float to_float(unsigned short x) {
        const uint32_t sign = static_cast<uint32_t>(x & 0x8000) << 16, size = x & 0x7fff;
        if (size < 0x400) return float_of(bits_of(static_cast<float>(size) * (1.0f / 16777216)) | sign);
        return float_of(((size << 13) + ((size < 0x7c00 ? 127 - 15 : 255 - 31) << 23)) | sign);
    }
    static unsigned short from_float(float x) {
        const uint32_t bits = bits_of(x), sign = bits >> 16 & 0x8000;
        uint32_t size = bits & 0x7fffffff;
        if (size > 0x7f800000) return kNarrowNan;
        if (size >= 0x477ff000) return static_cast<unsigned short>(sign | 0x7c00);  // 65520 and more
        // Subnormal: 0.5 has its last bit where half has, so the sum is rounded to it.
        if (size < 0x38800000) return static_cast<unsigned short>(sign | (bits_of(float_of(size) + 0.5f) - 0x3f000000));
        size += 0xfff + (size >> 13 & 1);
        return static_cast<unsigned short>(sign | (size - 0x38000000) >> 13);
    }
#endif
};

struct Bfloat16 {
    static constexpr int mantissa = 7, bias = 127;
    static float to_float(unsigned short x) { return float_of(static_cast<uint32_t>(x) << 16); }
    static unsigned short from_float(float x) {
        const uint32_t bits = bits_of(x);
        if ((bits & 0x7fffffff) > 0x7f800000) return kNarrowNan;
        return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    }
};

// Operations on the bits of a format; each rounds once, to nearest even.
template <class Format>
struct Narrow {
    using Bits = unsigned short;
    static constexpr Bits infinity = (2 * Format::bias + 1) << Format::mantissa;
    static float value(Bits x) { return Format::to_float(x); }
    static constexpr bool is_nan(Bits x) { return (x & 0x7fff) > infinity; }
    static Bits from(float x) { return Format::from_float(x); }
    static Bits from(double x) { return Format::from_float(narrowed_to_odd(x)); }
    static Bits from(double x, Rounding mode) { return encode<Format::mantissa, Format::bias>(x, mode); }
    static Bits from(long long x, Rounding mode) {
        const auto size = static_cast<unsigned long long>(x);
        return encode<Format::mantissa, Format::bias>(x < 0, x < 0 ? 0 - size : size, 0, mode);
    }
    static Bits from(unsigned long long x, Rounding mode) {
        return encode<Format::mantissa, Format::bias>(false, x, 0, mode);
    }
    // A result of float is exact or has bits enough to be rounded again, unless it is subnormal in float.
    static Bits product(Bits a, Bits b) {
        const float result = value(a) * value(b);
        if (result == 0 || __builtin_fabsf(result) >= __FLT_MIN__ || result != result) return from(result);
        return from(static_cast<double>(value(a)) * static_cast<double>(value(b)));
    }
    static Bits quotient(Bits a, Bits b) {
        const float result = value(a) / value(b);
        if (result == 0 || __builtin_fabsf(result) >= __FLT_MIN__ || result != result) return from(result);
        return from(static_cast<double>(value(a)) / static_cast<double>(value(b)));
    }
    static Bits fused(Bits a, Bits b, Bits c) {  // a * b is exact in double
        const double sum =
            sum_to_odd(static_cast<double>(value(a)) * static_cast<double>(value(b)), static_cast<double>(value(c)));
        return Format::from_float(narrowed_to_odd(sum));
    }
    // -0 is less than +0; a NaN loses, or wins if nan_wins.
    static Bits least(Bits a, Bits b, bool nan_wins) { return chosen(a, b, nan_wins, true); }
    static Bits greatest(Bits a, Bits b, bool nan_wins) { return chosen(a, b, nan_wins, false); }

   private:
    static Bits chosen(Bits a, Bits b, bool nan_wins, bool less) {
        const float x = value(a), y = value(b);
        if (is_nan(a) || is_nan(b)) return nan_wins || (is_nan(a) && is_nan(b)) ? kNarrowNan : is_nan(a) ? b : a;
        if (x == y) return (a >> 15 != 0) == less ? a : b;
        return (x < y) == less ? a : b;
    }
};

}  // namespace cuset_rt
