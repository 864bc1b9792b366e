// CUDA's mathematical functions and intrinsics that <math.h> does not have.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "cuset/vector_types.h"

// glibc declares these names itself, so they are replaced rather than declared.
#define __sinf cuset_sinf
#define __cosf cuset_cosf
#define __tanf cuset_tanf
#define __expf cuset_expf
#define __exp10f cuset_exp10f
#define __logf cuset_logf
#define __log2f cuset_log2f
#define __log10f cuset_log10f
#define __powf cuset_powf
#define __sincosf cuset_sincosf
inline float cuset_sinf(float x) {
    return sinf(x);
}
inline float cuset_cosf(float x) {
    return cosf(x);
}
inline float cuset_tanf(float x) {
    return tanf(x);
}
inline float cuset_expf(float x) {
    return expf(x);
}
inline float cuset_exp10f(float x) {
    return exp10f(x);
}
inline float cuset_logf(float x) {
    return logf(x);
}
inline float cuset_log2f(float x) {
    return log2f(x);
}
inline float cuset_log10f(float x) {
    return log10f(x);
}
inline float cuset_powf(float x, float y) {
    return powf(x, y);
}
inline void cuset_sincosf(float x, float* sine, float* cosine) {
    *sine = sinf(x), *cosine = cosf(x);
}

// min and max for each pair of arithmetic types that CUDA has.
#define CUSET_MIN_MAX(R, A, B)                                                                \
    constexpr R min(A a, B b) {                                                               \
        return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); \
    }                                                                                         \
    constexpr R max(A a, B b) {                                                               \
        return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); \
    }
#define CUSET_MIN_MAX_SIGNS(T)                        \
    CUSET_MIN_MAX(T, T, T)                            \
    CUSET_MIN_MAX(unsigned T, unsigned T, unsigned T) \
    CUSET_MIN_MAX(unsigned T, T, unsigned T)          \
    CUSET_MIN_MAX(unsigned T, unsigned T, T)
CUSET_MIN_MAX_SIGNS(int)
CUSET_MIN_MAX_SIGNS(long)
CUSET_MIN_MAX_SIGNS(long long)
#undef CUSET_MIN_MAX_SIGNS
#undef CUSET_MIN_MAX
// fmin and fmax semantics: a NaN loses.
inline float min(float a, float b) {
    return fminf(a, b);
}
inline float max(float a, float b) {
    return fmaxf(a, b);
}
inline double min(double a, double b) {
    return fmin(a, b);
}
inline double max(double a, double b) {
    return fmax(a, b);
}
inline double min(float a, double b) {
    return fmin(static_cast<double>(a), b);
}
inline double max(float a, double b) {
    return fmax(static_cast<double>(a), b);
}
inline double min(double a, float b) {
    return fmin(a, static_cast<double>(b));
}
inline double max(double a, float b) {
    return fmax(a, static_cast<double>(b));
}
inline unsigned umin(unsigned a, unsigned b) {
    return a < b ? a : b;
}
inline unsigned umax(unsigned a, unsigned b) {
    return a > b ? a : b;
}

inline float rsqrtf(float x) {
    return 1.0f / sqrtf(x);
}
inline double rsqrt(double x) {
    return 1.0 / sqrt(x);
}
inline float rsqrt(float x) {
    return rsqrtf(x);
}
inline float rcbrtf(float x) {
    return 1.0f / cbrtf(x);
}
inline double rcbrt(double x) {
    return 1.0 / cbrt(x);
}
inline float sinpif(float x) {
    return static_cast<float>(sin(M_PI * fmod(static_cast<double>(x), 2.0)));
}
inline float cospif(float x) {
    return static_cast<float>(cos(M_PI * fmod(static_cast<double>(x), 2.0)));
}
inline double sinpi(double x) {
    return sin(M_PI * fmod(x, 2.0));
}
inline double cospi(double x) {
    return cos(M_PI * fmod(x, 2.0));
}
inline void sincospif(float x, float* sine, float* cosine) {
    *sine = sinpif(x), *cosine = cospif(x);
}
inline void sincospi(double x, double* sine, double* cosine) {
    *sine = sinpi(x), *cosine = cospi(x);
}
inline double normcdf(double x) {
    return 0.5 * erfc(-x * M_SQRT1_2);
}
inline float normcdff(float x) {
    return static_cast<float>(normcdf(static_cast<double>(x)));
}
inline float erfcxf(float x) {
    const double d = static_cast<double>(x);
    return static_cast<float>(d < 25 ? exp(d * d) * erfc(d) : 1 / (d * sqrt(M_PI)));
}
inline double norm3d(double a, double b, double c) {
    return sqrt(a * a + b * b + c * c);
}
inline float norm3df(float a, float b, float c) {
    return sqrtf(a * a + b * b + c * c);
}
inline float norm4df(float a, float b, float c, float d) {
    return sqrtf(a * a + b * b + c * c + d * d);
}
inline float rnorm3df(float a, float b, float c) {
    return 1.0f / norm3df(a, b, c);
}
inline float rnorm4df(float a, float b, float c, float d) {
    return 1.0f / norm4df(a, b, c, d);
}
inline float rhypotf(float a, float b) {
    return 1.0f / hypotf(a, b);
}
inline double rhypot(double a, double b) {
    return 1.0 / hypot(a, b);
}

inline float __fdividef(float a, float b) {
    return a / b;
}
inline float fdividef(float a, float b) {
    return a / b;
}
inline float fdivide(float a, float b) {
    return a / b;
}
inline double fdivide(double a, double b) {
    return a / b;
}
inline float __saturatef(float x) {
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

// Arithmetic with a stated rounding. The CPU rounds all of it to nearest; it must not be contracted to an FMA, so its
// result is hidden from the optimiser.
namespace cuset_rt {
template <class T>
inline T rounded(T value) {
#if defined(__x86_64__)
    asm("" : "+x"(value));
#elif defined(__aarch64__)
    asm("" : "+w"(value));
#endif
    return value;
}
}  // namespace cuset_rt
#define CUSET_ARITHMETIC(T, prefix, rounding)   \
    inline T prefix##add_##rounding(T a, T b) { \
        return cuset_rt::rounded(a + b);        \
    }                                           \
    inline T prefix##sub_##rounding(T a, T b) { \
        return cuset_rt::rounded(a - b);        \
    }                                           \
    inline T prefix##mul_##rounding(T a, T b) { \
        return cuset_rt::rounded(a * b);        \
    }                                           \
    inline T prefix##div_##rounding(T a, T b) { \
        return a / b;                           \
    }                                           \
    inline T prefix##rcp_##rounding(T a) {      \
        return T(1) / a;                        \
    }
#define CUSET_ROUNDINGS(rounding)                                  \
    CUSET_ARITHMETIC(float, __f, rounding)                         \
    CUSET_ARITHMETIC(double, __d, rounding)                        \
    inline float __fsqrt_##rounding(float a) {                     \
        return sqrtf(a);                                           \
    }                                                              \
    inline double __dsqrt_##rounding(double a) {                   \
        return sqrt(a);                                            \
    }                                                              \
    inline float __fmaf_##rounding(float a, float b, float c) {    \
        return fmaf(a, b, c);                                      \
    }                                                              \
    inline double __fma_##rounding(double a, double b, double c) { \
        return fma(a, b, c);                                       \
    }
CUSET_ROUNDINGS(rn)
CUSET_ROUNDINGS(rz)
CUSET_ROUNDINGS(ru)
CUSET_ROUNDINGS(rd)
#undef CUSET_ROUNDINGS
#undef CUSET_ARITHMETIC
inline float __frsqrt_rn(float x) {
    return 1.0f / sqrtf(x);
}

// Conversions from floating point saturate, and a NaN becomes 0, as on the GPU.
namespace cuset_rt {
template <class To, class From>
inline To convert(From x) {
    const To low = static_cast<To>(To(-1) < To(0) ? To(1) << (sizeof(To) * 8 - 1) : To(0));
    const To high = static_cast<To>(~low);
    if (!(x > static_cast<From>(low))) return x != x ? To(0) : low;
    return x >= static_cast<From>(high) ? high : static_cast<To>(x);
}
}  // namespace cuset_rt
#define CUSET_CONVERSIONS(From, from, To, to)                 \
    inline To __##from##2##to##_rn(From x) {                  \
        return cuset_rt::convert<To>(__builtin_nearbyint(x)); \
    }                                                         \
    inline To __##from##2##to##_rz(From x) {                  \
        return cuset_rt::convert<To>(__builtin_trunc(x));     \
    }                                                         \
    inline To __##from##2##to##_ru(From x) {                  \
        return cuset_rt::convert<To>(__builtin_ceil(x));      \
    }                                                         \
    inline To __##from##2##to##_rd(From x) {                  \
        return cuset_rt::convert<To>(__builtin_floor(x));     \
    }
CUSET_CONVERSIONS(float, float, int, int)
CUSET_CONVERSIONS(float, float, unsigned int, uint)
CUSET_CONVERSIONS(float, float, long long, ll)
CUSET_CONVERSIONS(float, float, unsigned long long, ull)
CUSET_CONVERSIONS(double, double, int, int)
CUSET_CONVERSIONS(double, double, unsigned int, uint)
CUSET_CONVERSIONS(double, double, long long, ll)
CUSET_CONVERSIONS(double, double, unsigned long long, ull)
#undef CUSET_CONVERSIONS
inline float __int2float_rn(int x) {
    return static_cast<float>(x);
}
inline float __int2float_rz(int x) {
    return static_cast<float>(x);
}
inline float __uint2float_rn(unsigned x) {
    return static_cast<float>(x);
}
inline float __ll2float_rn(long long x) {
    return static_cast<float>(x);
}
inline float __ull2float_rn(unsigned long long x) {
    return static_cast<float>(x);
}
inline double __int2double_rn(int x) {
    return x;
}
inline double __uint2double_rn(unsigned x) {
    return x;
}
inline double __ll2double_rn(long long x) {
    return static_cast<double>(x);
}
inline double __ull2double_rn(unsigned long long x) {
    return static_cast<double>(x);
}
inline float __double2float_rn(double x) {
    return static_cast<float>(x);
}
