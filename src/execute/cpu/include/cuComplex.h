// Complex numbers as CUDA's C interface has them.
#pragma once

#include "cuda_runtime.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

#define CUSET_COMPLEX(T, Complex, f, Make)                                                 \
    inline T cuCreal##f(Complex z) {                                                       \
        return z.x;                                                                        \
    }                                                                                      \
    inline T cuCimag##f(Complex z) {                                                       \
        return z.y;                                                                        \
    }                                                                                      \
    inline Complex Make(T real, T imaginary) {                                             \
        return {real, imaginary};                                                          \
    }                                                                                      \
    inline Complex cuConj##f(Complex z) {                                                  \
        return {z.x, -z.y};                                                                \
    }                                                                                      \
    inline Complex cuCadd##f(Complex a, Complex b) {                                       \
        return {a.x + b.x, a.y + b.y};                                                     \
    }                                                                                      \
    inline Complex cuCsub##f(Complex a, Complex b) {                                       \
        return {a.x - b.x, a.y - b.y};                                                     \
    }                                                                                      \
    inline Complex cuCmul##f(Complex a, Complex b) {                                       \
        return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                             \
    }                                                                                      \
    /* Scaled by the divisor's size, so that its square neither overflows nor vanishes. */ \
    inline Complex cuCdiv##f(Complex a, Complex b) {                                       \
        const T scale = T(1) / (fabs##f(b.x) + fabs##f(b.y));                              \
        const T ax = a.x * scale, ay = a.y * scale, bx = b.x * scale, by = b.y * scale;    \
        const T one = T(1) / (bx * bx + by * by);                                          \
        return {(ax * bx + ay * by) * one, (ay * bx - ax * by) * one};                     \
    }                                                                                      \
    inline T cuCabs##f(Complex z) {                                                        \
        return hypot##f(z.x, z.y);                                                         \
    }                                                                                      \
    inline Complex cuCfma##f(Complex a, Complex b, Complex c) {                            \
        return {a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x};                 \
    }
CUSET_COMPLEX(float, cuFloatComplex, f, make_cuFloatComplex)
CUSET_COMPLEX(double, cuDoubleComplex, , make_cuDoubleComplex)
#undef CUSET_COMPLEX

inline cuComplex make_cuComplex(float real, float imaginary) {
    return {real, imaginary};
}
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
    return {static_cast<double>(z.x), static_cast<double>(z.y)};
}
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
    return {static_cast<float>(z.x), static_cast<float>(z.y)};
}
