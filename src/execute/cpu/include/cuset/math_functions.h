// CUDA's mathematical functions and intrinsics that <math.h> does not have.
#pragma once

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
inline float cuset_sinf(float x) { return sinf(x); }
inline float cuset_cosf(float x) { return cosf(x); }
inline float cuset_tanf(float x) { return tanf(x); }
inline float cuset_expf(float x) { return expf(x); }
inline float cuset_exp10f(float x) { return exp10f(x); }
inline float cuset_logf(float x) { return logf(x); }
inline float cuset_log2f(float x) { return log2f(x); }
inline float cuset_log10f(float x) { return log10f(x); }
inline float cuset_powf(float x, float y) { return powf(x, y); }
inline void cuset_sincosf(float x, float* sine, float* cosine) { *sine = sinf(x), *cosine = cosf(x); }

// min and max for each pair of arithmetic types that CUDA has.
#define CUSET_MIN_MAX(R, A, B)                                                                      \
    constexpr R min(A a, B b) { return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); } \
    constexpr R max(A a, B b) { return static_cast<R>(a) > static_cast<R>(b) ? static_cast<R>(a) : static_cast<R>(b); }
#define CUSET_MIN_MAX_SIGNS(T)         \
    CUSET_MIN_MAX(T, T, T)             \
    CUSET_MIN_MAX(unsigned T, unsigned T, unsigned T) \
    CUSET_MIN_MAX(unsigned T, T, unsigned T) \
    CUSET_MIN_MAX(unsigned T, unsigned T, T)
CUSET_MIN_MAX_SIGNS(int)
CUSET_MIN_MAX_SIGNS(long)
CUSET_MIN_MAX_SIGNS(long long)
#undef CUSET_MIN_MAX_SIGNS
#undef CUSET_MIN_MAX
// fmin and fmax semantics: a NaN loses.
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }
inline double min(float a, double b) { return fmin(static_cast<double>(a), b); }
inline double max(float a, double b) { return fmax(static_cast<double>(a), b); }
inline double min(double a, float b) { return fmin(a, static_cast<double>(b)); }
inline double max(double a, float b) { return fmax(a, static_cast<double>(b)); }
inline unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline unsigned umax(unsigned a, unsigned b) { return a > b ? a : b; }

inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
inline double rsqrt(double x) { return 1.0 / sqrt(x); }
inline float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / cbrt(x); }
inline float sinpif(float x) { return static_cast<float>(sin(M_PI * fmod(static_cast<double>(x), 2.0))); }
inline float cospif(float x) { return static_cast<float>(cos(M_PI * fmod(static_cast<double>(x), 2.0))); }
inline double sinpi(double x) { return sin(M_PI * fmod(x, 2.0)); }
inline double cospi(double x) { return cos(M_PI * fmod(x, 2.0)); }
inline void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }
inline void sincospi(double x, double* sine, double* cosine) { *sine = sinpi(x), *cosine = cospi(x); }
inline double normcdf(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
inline float normcdff(float x) { return static_cast<float>(normcdf(static_cast<double>(x))); }
inline float erfcxf(float x) {
    const double d = static_cast<double>(x);
    return static_cast<float>(d < 25 ? exp(d * d) * erfc(d) : 1 / (d * sqrt(M_PI)));
}
inline double norm3d(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }
inline float norm3df(float a, float b, float c) { return sqrtf(a * a + b * b + c * c); }
inline float norm4df(float a, float b, float c, float d) { return sqrtf(a * a + b * b + c * c + d * d); }
inline float rnorm3df(float a, float b, float c) { return 1.0f / norm3df(a, b, c); }
inline float rnorm4df(float a, float b, float c, float d) { return 1.0f / norm4df(a, b, c, d); }
inline float rhypotf(float a, float b) { return 1.0f / hypotf(a, b); }
inline double rhypot(double a, double b) { return 1.0 / hypot(a, b); }

inline float __fdividef(float a, float b) { return a / b; }
inline float fdividef(float a, float b) { return a / b; }
inline float fdivide(float a, float b) { return a / b; }
inline double fdivide(double a, double b) { return a / b; }
inline float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

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
#define CUSET_ARITHMETIC(T, prefix, rounding)                                                \
    inline T prefix##add_##rounding(T a, T b) { return cuset_rt::rounded(a + b); }           \
    inline T prefix##sub_##rounding(T a, T b) { return cuset_rt::rounded(a - b); }           \
    inline T prefix##mul_##rounding(T a, T b) { return cuset_rt::rounded(a * b); }           \
    inline T prefix##div_##rounding(T a, T b) { return a / b; }                              \
    inline T prefix##rcp_##rounding(T a) { return T(1) / a; }
#define CUSET_ROUNDINGS(rounding)                                                            \
    CUSET_ARITHMETIC(float, __f, rounding)                                                   \
    CUSET_ARITHMETIC(double, __d, rounding)                                                  \
    inline float __fsqrt_##rounding(float a) { return sqrtf(a); }                            \
    inline double __dsqrt_##rounding(double a) { return sqrt(a); }                           \
    inline float __fmaf_##rounding(float a, float b, float c) { return fmaf(a, b, c); }      \
    inline double __fma_##rounding(double a, double b, double c) { return fma(a, b, c); }
CUSET_ROUNDINGS(rn)
CUSET_ROUNDINGS(rz)
CUSET_ROUNDINGS(ru)
CUSET_ROUNDINGS(rd)
#undef CUSET_ROUNDINGS
#undef CUSET_ARITHMETIC
inline float __frsqrt_rn(float x) { return 1.0f / sqrtf(x); }

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
#define CUSET_CONVERSIONS(From, from, To, to)                                                                 \
    inline To __##from##2##to##_rn(From x) { return cuset_rt::convert<To>(__builtin_nearbyint(x)); }          \
    inline To __##from##2##to##_rz(From x) { return cuset_rt::convert<To>(__builtin_trunc(x)); }              \
    inline To __##from##2##to##_ru(From x) { return cuset_rt::convert<To>(__builtin_ceil(x)); }               \
    inline To __##from##2##to##_rd(From x) { return cuset_rt::convert<To>(__builtin_floor(x)); }
CUSET_CONVERSIONS(float, float, int, int)
CUSET_CONVERSIONS(float, float, unsigned int, uint)
CUSET_CONVERSIONS(float, float, long long, ll)
CUSET_CONVERSIONS(float, float, unsigned long long, ull)
CUSET_CONVERSIONS(double, double, int, int)
CUSET_CONVERSIONS(double, double, unsigned int, uint)
CUSET_CONVERSIONS(double, double, long long, ll)
CUSET_CONVERSIONS(double, double, unsigned long long, ull)
#undef CUSET_CONVERSIONS
inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __int2float_rz(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
inline float __ll2float_rn(long long x) { return static_cast<float>(x); }
inline float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }
inline double __ll2double_rn(long long x) { return static_cast<double>(x); }
inline double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
inline float __double2float_rn(double x) { return static_cast<float>(x); }

#define CUSET_BITS(name, To, From)        \
    inline To name(From x) {              \
        To bits;                          \
        memcpy(&bits, &x, sizeof bits);   \
        return bits;                      \
    }
CUSET_BITS(__float_as_int, int, float)
CUSET_BITS(__float_as_uint, unsigned int, float)
CUSET_BITS(__int_as_float, float, int)
CUSET_BITS(__uint_as_float, float, unsigned int)
CUSET_BITS(__double_as_longlong, long long, double)
CUSET_BITS(__longlong_as_double, double, long long)
#undef CUSET_BITS
inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
inline double __hiloint2double(int high, int low) {
    return __longlong_as_double(static_cast<long long>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 |
                                                       static_cast<unsigned>(low)));
}

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x)); }
inline int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x)); }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 | __brev(static_cast<unsigned>(x >> 32));
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(b) << 32 | a;
    unsigned result = 0;
    for (int i = 0; i < 4; ++i) {
        const unsigned choice = selector >> (4 * i);
        unsigned byte = static_cast<unsigned>(bytes >> (8 * (choice & 7))) & 0xff;
        if (choice & 8) byte = byte & 0x80 ? 0xff : 0;
        result |= byte << (8 * i);
    }
    return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
inline int __mul24(int a, int b) { return static_cast<int>(static_cast<unsigned>(a << 8 >> 8) * static_cast<unsigned>(b << 8 >> 8)); }
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<long long>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) { return static_cast<long long>(static_cast<__int128>(a) * b >> 64); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline unsigned __sad(int a, int b, unsigned c) { return (a > b ? static_cast<unsigned>(a) - static_cast<unsigned>(b) : static_cast<unsigned>(b) - static_cast<unsigned>(a)) + c; }
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b) >> 1); }
inline int __rhadd(int a, int b) { return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1); }
inline int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 32; i += 8) c += static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i);
    return c;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 8) c += (a >> i & 0xff) * (b >> i & 0xff);
    return c;
}

#define CUSET_LOAD(name)              \
    template <class T>                \
    inline T name(const T* address) { \
        return *address;              \
    }
CUSET_LOAD(__ldg)
CUSET_LOAD(__ldca)
CUSET_LOAD(__ldcg)
CUSET_LOAD(__ldcs)
CUSET_LOAD(__ldcv)
CUSET_LOAD(__ldlu)
#undef CUSET_LOAD
#define CUSET_STORE(name)                   \
    template <class T>                      \
    inline void name(T* address, T value) { \
        *address = value;                   \
    }
CUSET_STORE(__stwb)
CUSET_STORE(__stcg)
CUSET_STORE(__stcs)
CUSET_STORE(__stwt)
#undef CUSET_STORE

#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#define __assume(condition) __builtin_assume(condition)
