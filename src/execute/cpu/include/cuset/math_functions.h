// CUDA's fast-math intrinsics, min and max, and overloads for float that <math.h> does not have.
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
#define __tanhf cuset_tanhf
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
inline float cuset_tanhf(float x) {
    return tanhf(x);
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
#define CUSET_NAMED_MIN_MAX(T, prefix)  \
    constexpr T prefix##min(T a, T b) { \
        return a < b ? a : b;           \
    }                                   \
    constexpr T prefix##max(T a, T b) { \
        return a > b ? a : b;           \
    }
CUSET_NAMED_MIN_MAX(unsigned int, u)
CUSET_NAMED_MIN_MAX(long long, ll)
CUSET_NAMED_MIN_MAX(unsigned long long, ull)
#undef CUSET_NAMED_MIN_MAX

// A quotient whose divisor is too large for the reciprocal is 0, as CUDA documents.
inline float __fdividef(float a, float b) {
    const float size = fabsf(b);
    return size > 8.507059173023462e37f && size < INFINITY ? a * 0.0f : a / b;
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

// Overloads that C++ does not add to the C library's functions.
inline void sincos(float x, float* sine, float* cosine) {
    sincosf(x, sine, cosine);
}
inline float exp10(float x) {
    return exp10f(x);
}
inline float j0(float x) {
    return j0f(x);
}
inline float j1(float x) {
    return j1f(x);
}
inline float jn(int n, float x) {
    return jnf(n, x);
}
inline float y0(float x) {
    return y0f(x);
}
inline float y1(float x) {
    return y1f(x);
}
inline float yn(int n, float x) {
    return ynf(n, x);
}
