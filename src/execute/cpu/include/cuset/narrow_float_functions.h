// The intrinsics of a 16-bit floating point type: conversions, arithmetic, comparisons, minimum and maximum, atomics.
// Included once for each type, with narrow_float_type.h's macros. No #pragma once for that reason.
#include "cuset/narrow_float_type.h"

#define CUSET_JOIN_(a, b, c) a##b##c
#define CUSET_JOIN(a, b, c) CUSET_JOIN_(a, b, c)
#define CUSET_JOIN5_(a, b, c, d, e) a##b##c##d##e
#define CUSET_JOIN5(a, b, c, d, e) CUSET_JOIN5_(a, b, c, d, e)
#define CUSET_NARROW cuset_rt::Narrow<CUSET_FORMAT>

// __float2half and __double2half, with every rounding of float, and back.
inline CUSET_T CUSET_JOIN(__float2, CUSET_NAME, )(float x) {
    return x;
}
inline CUSET_T CUSET_JOIN(__double2, CUSET_NAME, )(double x) {
    return x;
}
inline CUSET_T CUSET_JOIN(__float2, CUSET_NAME, _rn)(float x) {
    return x;
}
#define CUSET_FROM_FLOAT(suffix, mode)                                                          \
    inline CUSET_T CUSET_JOIN(__float2, CUSET_NAME, suffix)(float x) {                          \
        return CUSET_RAW{CUSET_NARROW::from(static_cast<double>(x), cuset_rt::Rounding::mode)}; \
    }
CUSET_FROM_FLOAT(_rz, zero)
CUSET_FROM_FLOAT(_ru, up)
CUSET_FROM_FLOAT(_rd, down)
#undef CUSET_FROM_FLOAT
inline float CUSET_JOIN(__, CUSET_NAME, 2float)(CUSET_T x) {
    return CUSET_FORMAT::to_float(x.__x);
}

// Integers, with every rounding in both directions.
#define CUSET_INTEGER_MODE(T, name, Wide, suffix, mode, round)                                \
    inline CUSET_T CUSET_JOIN5(__, name, 2, CUSET_NAME, suffix)(T x) {                        \
        return CUSET_RAW{CUSET_NARROW::from(static_cast<Wide>(x), cuset_rt::Rounding::mode)}; \
    }                                                                                         \
    inline T CUSET_JOIN5(__, CUSET_NAME, 2, name, suffix)(CUSET_T x) {                        \
        return cuset_rt::saturated<T>(round(CUSET_FORMAT::to_float(x.__x)));                  \
    }
#define CUSET_INTEGER(T, name, Wide)                                      \
    CUSET_INTEGER_MODE(T, name, Wide, _rn, nearest, __builtin_nearbyintf) \
    CUSET_INTEGER_MODE(T, name, Wide, _rz, zero, __builtin_truncf)        \
    CUSET_INTEGER_MODE(T, name, Wide, _ru, up, __builtin_ceilf)           \
    CUSET_INTEGER_MODE(T, name, Wide, _rd, down, __builtin_floorf)
CUSET_INTEGER(short, short, long long)
CUSET_INTEGER(unsigned short, ushort, long long)
CUSET_INTEGER(int, int, long long)
CUSET_INTEGER(unsigned int, uint, long long)
CUSET_INTEGER(long long, ll, long long)
CUSET_INTEGER(unsigned long long, ull, unsigned long long)
#undef CUSET_INTEGER
#undef CUSET_INTEGER_MODE
inline signed char CUSET_JOIN(__, CUSET_NAME, 2char_rz)(CUSET_T x) {
    return static_cast<signed char>(x);
}
inline unsigned char CUSET_JOIN(__, CUSET_NAME, 2uchar_rz)(CUSET_T x) {
    return static_cast<unsigned char>(x);
}

// Bits.
inline short CUSET_JOIN(__, CUSET_NAME, _as_short)(CUSET_T x) {
    return static_cast<short>(x.__x);
}
inline unsigned short CUSET_JOIN(__, CUSET_NAME, _as_ushort)(CUSET_T x) {
    return x.__x;
}
inline CUSET_T CUSET_JOIN(__short_as_, CUSET_NAME, )(short x) {
    return CUSET_RAW{static_cast<unsigned short>(x)};
}
inline CUSET_T CUSET_JOIN(__ushort_as_, CUSET_NAME, )(unsigned short x) {
    return CUSET_RAW{x};
}

// Pairs, from and to their parts.
inline CUSET_T2 CUSET_JOIN(make_, CUSET_NAME, 2)(CUSET_T x, CUSET_T y) {
    return {x, y};
}
inline CUSET_T2 CUSET_JOIN5(__, CUSET_NAME, 2, CUSET_NAME, 2)(CUSET_T x) {
    return {x, x};
}
inline CUSET_T2 CUSET_JOIN(__halves2, CUSET_NAME, 2)(CUSET_T x, CUSET_T y) {
    return {x, y};
}
inline CUSET_T2 CUSET_JOIN(__float2, CUSET_NAME, 2_rn)(float x) {
    return {x, x};
}
inline CUSET_T2 CUSET_JOIN(__floats2, CUSET_NAME, 2_rn)(float x, float y) {
    return {x, y};
}
inline CUSET_T2 CUSET_JOIN(__float22, CUSET_NAME, 2_rn)(float2 v) {
    return {v.x, v.y};
}
inline float2 CUSET_JOIN(__, CUSET_NAME, 22float2)(CUSET_T2 v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y)};
}
inline float __low2float(CUSET_T2 v) {
    return static_cast<float>(v.x);
}
inline float __high2float(CUSET_T2 v) {
    return static_cast<float>(v.y);
}
inline CUSET_T CUSET_JOIN(__low2, CUSET_NAME, )(CUSET_T2 v) {
    return v.x;
}
inline CUSET_T CUSET_JOIN(__high2, CUSET_NAME, )(CUSET_T2 v) {
    return v.y;
}
inline CUSET_T2 CUSET_JOIN(__low2, CUSET_NAME, 2)(CUSET_T2 v) {
    return {v.x, v.x};
}
inline CUSET_T2 CUSET_JOIN(__high2, CUSET_NAME, 2)(CUSET_T2 v) {
    return {v.y, v.y};
}
inline CUSET_T2 CUSET_JOIN(__lows2, CUSET_NAME, 2)(CUSET_T2 a, CUSET_T2 b) {
    return {a.x, b.x};
}
inline CUSET_T2 CUSET_JOIN(__highs2, CUSET_NAME, 2)(CUSET_T2 a, CUSET_T2 b) {
    return {a.y, b.y};
}
inline CUSET_T2 __lowhigh2highlow(CUSET_T2 v) {
    return {v.y, v.x};
}

// Arithmetic; _sat: clamped to [0, 1], a NaN becomes +0; _rn: as the plain form, which is never contracted here.
#define CUSET_BINARY(name, operation)                                  \
    inline CUSET_T __h##name(CUSET_T a, CUSET_T b) {                   \
        return a operation b;                                          \
    }                                                                  \
    inline CUSET_T2 __h##name##2(CUSET_T2 a, CUSET_T2 b) {             \
        return a operation b;                                          \
    }                                                                  \
    inline CUSET_T __h##name##_rn(CUSET_T a, CUSET_T b) {              \
        return a operation b;                                          \
    }                                                                  \
    inline CUSET_T2 __h##name##2_rn(CUSET_T2 a, CUSET_T2 b) {          \
        return a operation b;                                          \
    }                                                                  \
    inline CUSET_T __h##name##_sat(CUSET_T a, CUSET_T b) {             \
        return __saturatef(static_cast<float>(a operation b));         \
    }                                                                  \
    inline CUSET_T2 __h##name##2_sat(CUSET_T2 a, CUSET_T2 b) {         \
        return {__h##name##_sat(a.x, b.x), __h##name##_sat(a.y, b.y)}; \
    }
CUSET_BINARY(add, +)
CUSET_BINARY(sub, -)
CUSET_BINARY(mul, *)
#undef CUSET_BINARY
inline CUSET_T __hdiv(CUSET_T a, CUSET_T b) {
    return a / b;
}
inline CUSET_T2 __h2div(CUSET_T2 a, CUSET_T2 b) {
    return a / b;
}
inline CUSET_T __hfma(CUSET_T a, CUSET_T b, CUSET_T c) {
    return CUSET_RAW{CUSET_NARROW::fused(a.__x, b.__x, c.__x)};
}
inline CUSET_T __hfma_sat(CUSET_T a, CUSET_T b, CUSET_T c) {
    return __saturatef(static_cast<float>(__hfma(a, b, c)));
}
inline CUSET_T __hfma_relu(CUSET_T a, CUSET_T b, CUSET_T c) {
    return CUSET_RAW{CUSET_NARROW::greatest(__hfma(a, b, c).__x, 0, true)};
}
#define CUSET_FUSED2(name, one)                                \
    inline CUSET_T2 name(CUSET_T2 a, CUSET_T2 b, CUSET_T2 c) { \
        return {one(a.x, b.x, c.x), one(a.y, b.y, c.y)};       \
    }
CUSET_FUSED2(__hfma2, __hfma)
CUSET_FUSED2(__hfma2_sat, __hfma_sat)
CUSET_FUSED2(__hfma2_relu, __hfma_relu)
#undef CUSET_FUSED2
// a * b + c of complex numbers.
inline CUSET_T2 __hcmadd(CUSET_T2 a, CUSET_T2 b, CUSET_T2 c) {
    return {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};
}
inline CUSET_T __hneg(CUSET_T a) {
    return -a;
}
inline CUSET_T2 __hneg2(CUSET_T2 a) {
    return -a;
}
inline CUSET_T __habs(CUSET_T a) {
    return CUSET_RAW{static_cast<unsigned short>(a.__x & 0x7fff)};
}
inline CUSET_T2 __habs2(CUSET_T2 a) {
    return {__habs(a.x), __habs(a.y)};
}

#define CUSET_CHOICE(name, function, nan_wins)                            \
    inline CUSET_T __h##name(CUSET_T a, CUSET_T b) {                      \
        return CUSET_RAW{CUSET_NARROW::function(a.__x, b.__x, nan_wins)}; \
    }
#define CUSET_CHOICE2(name, one)                   \
    inline CUSET_T2 name(CUSET_T2 a, CUSET_T2 b) { \
        return {one(a.x, b.x), one(a.y, b.y)};     \
    }
CUSET_CHOICE(max, greatest, false)
CUSET_CHOICE(min, least, false)
CUSET_CHOICE(max_nan, greatest, true)
CUSET_CHOICE(min_nan, least, true)
CUSET_CHOICE2(__hmax2, __hmax)
CUSET_CHOICE2(__hmin2, __hmin)
CUSET_CHOICE2(__hmax2_nan, __hmax_nan)
CUSET_CHOICE2(__hmin2_nan, __hmin_nan)
#undef CUSET_CHOICE2
#undef CUSET_CHOICE

// Comparisons: of one number, of pairs (1 or 0 for each part, all parts, a mask); u: true as well where a NaN is.
#define CUSET_COMPARISON_FORMS(name, unordered, expression)                                                           \
    inline bool __h##name##unordered(CUSET_T a, CUSET_T b) {                                                          \
        return expression;                                                                                            \
    }                                                                                                                 \
    inline CUSET_T2 __h##name##unordered##2(CUSET_T2 a, CUSET_T2 b) {                                                 \
        return {__h##name##unordered(a.x, b.x) ? 1.0f : 0.0f, __h##name##unordered(a.y, b.y) ? 1.0f : 0.0f};          \
    }                                                                                                                 \
    inline bool __hb##name##unordered##2(CUSET_T2 a, CUSET_T2 b) {                                                    \
        return __h##name##unordered(a.x, b.x) && __h##name##unordered(a.y, b.y);                                      \
    }                                                                                                                 \
    inline unsigned __h##name##unordered##2_mask(CUSET_T2 a, CUSET_T2 b) {                                            \
        return (__h##name##unordered(a.x, b.x) ? 0xffffu : 0u) | (__h##name##unordered(a.y, b.y) ? 0xffff0000u : 0u); \
    }
inline bool __hisnan(CUSET_T a) {
    return CUSET_NARROW::is_nan(a.__x);
}
#define CUSET_COMPARISON(name, operation)                                         \
    CUSET_COMPARISON_FORMS(name, , a operation b && !__hisnan(a) && !__hisnan(b)) \
    CUSET_COMPARISON_FORMS(name, u, a operation b || __hisnan(a) || __hisnan(b))
CUSET_COMPARISON(eq, ==)
CUSET_COMPARISON(ne, !=)
CUSET_COMPARISON(lt, <)
CUSET_COMPARISON(gt, >)
CUSET_COMPARISON(le, <=)
CUSET_COMPARISON(ge, >=)
#undef CUSET_COMPARISON
#undef CUSET_COMPARISON_FORMS
inline CUSET_T2 __hisnan2(CUSET_T2 a) {
    return {__hisnan(a.x) ? 1.0f : 0.0f, __hisnan(a.y) ? 1.0f : 0.0f};
}
inline int __hisinf(CUSET_T a) {
    return (a.__x & 0x7fff) != CUSET_NARROW::infinity ? 0 : a.__x >> 15 != 0 ? -1 : 1;
}

#define CUSET_ATOMIC_ADD(name)                                                       \
    inline CUSET_T name(CUSET_T* address, CUSET_T value) {                           \
        return cuset_rt::update(address, [=](CUSET_T old) { return old + value; });  \
    }                                                                                \
    inline CUSET_T2 name(CUSET_T2* address, CUSET_T2 value) {                        \
        return cuset_rt::update(address, [=](CUSET_T2 old) { return old + value; }); \
    }
CUSET_ATOMIC_ADD(atomicAdd)
CUSET_ATOMIC_ADD(atomicAdd_block)
CUSET_ATOMIC_ADD(atomicAdd_system)
#undef CUSET_ATOMIC_ADD

// Mathematical functions: of float, rounded.
#define CUSET_MATH(name, expression)           \
    inline CUSET_T h##name(CUSET_T a) {        \
        const float x = static_cast<float>(a); \
        return expression;                     \
    }                                          \
    inline CUSET_T2 h2##name(CUSET_T2 a) {     \
        return {h##name(a.x), h##name(a.y)};   \
    }
CUSET_MATH(ceil, ceilf(x))
CUSET_MATH(cos, cosf(x))
CUSET_MATH(exp, expf(x))
CUSET_MATH(exp10, exp10f(x))
CUSET_MATH(exp2, exp2f(x))
CUSET_MATH(floor, floorf(x))
CUSET_MATH(log, logf(x))
CUSET_MATH(log10, log10f(x))
CUSET_MATH(log2, log2f(x))
CUSET_MATH(rcp, 1.0 / static_cast<double>(x))
CUSET_MATH(rint, rintf(x))
CUSET_MATH(rsqrt, 1.0 / sqrt(static_cast<double>(x)))
CUSET_MATH(sin, sinf(x))
CUSET_MATH(sqrt, sqrtf(x))
CUSET_MATH(tanh, tanhf(x))
CUSET_MATH(tanh_approx, tanhf(x))
CUSET_MATH(trunc, truncf(x))
#undef CUSET_MATH

#undef CUSET_NARROW
#undef CUSET_JOIN5
#undef CUSET_JOIN5_
#undef CUSET_JOIN
#undef CUSET_JOIN_
