// The functions of CUDA's math API that the C library does not have. Those of float are computed in double.
#pragma once

#include <math.h>

inline float rsqrtf(float x) {
    return 1.0f / sqrtf(x);
}
inline double rsqrt(double x) {
    return 1.0 / sqrt(x);
}
inline double rcbrt(double x) {
    return 1.0 / cbrt(x);
}

namespace cuset_rt {

// x = 2 * n + quadrant / 2 + rest, with |rest| <= 1/4.
struct HalfTurns {
    double rest;
    int quadrant;
};
inline HalfTurns half_turns(double x) {
    x = fmod(x, 2.0);
    const double quadrant = __builtin_nearbyint(2.0 * x);
    return {x - 0.5 * quadrant, static_cast<int>(quadrant) & 3};
}

// The root of f(x) = erf(x) - y or erfc(x) - q, from a value near it: three of Halley's steps, where `residual` is
// f(x) / f'(x) and f'' / f' = -2 x.
template <class Residual>
inline double halley(double x, Residual residual) {
    for (int i = 0; i < 3; ++i) {
        const double u = residual(x);
        x -= u / (1.0 + x * u);
    }
    return x;
}
// Winitzki's approximation of the inverse of erf at y >= 0, where `l` is log(1 - y * y).
inline double erfinv_guess(double l) {
    const double a = 0.147, t = M_2_PI / a + 0.5 * l;
    return sqrt(fmax(sqrt(t * t - l / a) - t, 0.0));
}

// The modified Bessel function of order 0 or 1 at x >= 0: its ascending series, or the asymptotic one.
inline double bessel_i(double x, int nu) {
    if (x < 30) {
        double term = nu == 0 ? 1.0 : 0.5 * x, sum = term;
        for (int k = 1; term > sum * 1e-17; ++k) {
            term *= 0.25 * x * x / (static_cast<double>(k) * (k + nu));
            sum += term;
        }
        return sum;
    }
    double term = 1, sum = 1;
    for (int k = 1; k < 60; ++k) {
        term *= ((2.0 * k - 1) * (2.0 * k - 1) - 4.0 * nu) / (8.0 * k * x);
        sum += term;
        if (fabs(term) < 1e-17) break;
    }
    const double half = exp(0.5 * x);  // e^x may overflow where the result does not
    return half * (half / sqrt(2.0 * M_PI * x) * sum);
}

// The Euclidean norm, without overflow or underflow on the way; infinite if a component is, even beside a NaN.
inline double norm(int count, const double* x) {
    double largest = 0;
    bool nan = false;
    for (int i = 0; i < count; ++i) {
        if (isinf(x[i])) return HUGE_VAL;
        nan |= x[i] != x[i];
        largest = fmax(largest, fabs(x[i]));
    }
    if (nan) return NAN;
    if (largest == 0) return 0;
    const int exponent = ilogb(largest);
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        const double scaled = scalbn(x[i], -exponent);
        sum += scaled * scaled;
    }
    return scalbn(sqrt(sum), exponent);
}

}  // namespace cuset_rt

inline double sinpi(double x) {
    if (!(fabs(x) < HUGE_VAL)) return x - x;
    const cuset_rt::HalfTurns t = cuset_rt::half_turns(x);
    const double value = t.quadrant & 1 ? cos(M_PI * t.rest) : sin(M_PI * t.rest);
    if (value == 0) return copysign(0.0, x);
    return t.quadrant & 2 ? -value : value;
}
inline double cospi(double x) {
    if (!(fabs(x) < HUGE_VAL)) return x - x;
    const cuset_rt::HalfTurns t = cuset_rt::half_turns(x);
    const double value = t.quadrant & 1 ? sin(M_PI * t.rest) : cos(M_PI * t.rest);
    if (value == 0) return 0;
    return t.quadrant == 1 || t.quadrant == 2 ? -value : value;
}
inline void sincospi(double x, double* sine, double* cosine) {
    *sine = sinpi(x), *cosine = cospi(x);
}

inline double erfcinv(double q) {
    if (!(q > 0 && q < 2)) return q == 0 ? HUGE_VAL : q == 2 ? -HUGE_VAL : NAN;
    if (q > 1) return -erfcinv(2 - q);
    return cuset_rt::halley(cuset_rt::erfinv_guess(log(q) + log(2 - q)),
                            [=](double x) { return (q - erfc(x)) / (M_2_SQRTPI * exp(-x * x)); });
}
inline double erfinv(double y) {
    const double size = fabs(y);
    if (size > 0.5) return copysign(erfcinv(1 - size), y);  // 1 - size is exact
    if (!(size > 1e-300)) return y == 0 || y != y ? y : y / M_2_SQRTPI;
    return copysign(cuset_rt::halley(cuset_rt::erfinv_guess(log1p(-y * y)),
                                     [=](double x) { return (erf(x) - size) / (M_2_SQRTPI * exp(-x * x)); }),
                    y);
}
inline double erfcx(double x) {
    if (x < 25) {
        const double square = x * x, rest = fma(x, x, -square);
        return x < -27 ? HUGE_VAL : exp(square) * (erfc(x) * (1 + rest));
    }
    // The asymptotic series of x sqrt(pi) erfcx(x) in -1 / (2 x^2).
    const double ratio = -0.5 / x / x;
    double term = 1, sum = 1;
    for (int k = 1; k <= 8; ++k) {
        term *= ratio * (2 * k - 1);
        sum += term;
    }
    return sum / x * (0.5 * M_2_SQRTPI);
}
inline double normcdf(double x) {
    // erfc at the product's exact value: its rounding is made up for by a first-order step.
    const double low = -4.8336466567264567e-17, a = -x * M_SQRT1_2;
    if (!(fabs(a) < 30)) return x != x ? x : x > 0 ? 1.0 : 0.0;
    const double rest = fma(-x, M_SQRT1_2, -a) - x * low;
    return 0.5 * (erfc(a) - M_2_SQRTPI * exp(-a * a) * rest);
}
inline double normcdfinv(double p) {
    return -M_SQRT2 * erfcinv(2 * p);
}

inline double cyl_bessel_i0(double x) {
    if (x != x) return x;
    return fabs(x) > 720 ? HUGE_VAL : cuset_rt::bessel_i(fabs(x), 0);
}
inline double cyl_bessel_i1(double x) {
    if (x != x) return x;
    return copysign(fabs(x) > 720 ? HUGE_VAL : cuset_rt::bessel_i(fabs(x), 1), x);
}

inline double norm(int count, const double* x) {
    return cuset_rt::norm(count, x);
}
inline double norm3d(double a, double b, double c) {
    const double x[] = {a, b, c};
    return norm(3, x);
}
inline double norm4d(double a, double b, double c, double d) {
    const double x[] = {a, b, c, d};
    return norm(4, x);
}
inline double rnorm(int count, const double* x) {
    return 1.0 / norm(count, x);
}
inline double rnorm3d(double a, double b, double c) {
    return 1.0 / norm3d(a, b, c);
}
inline double rnorm4d(double a, double b, double c, double d) {
    return 1.0 / norm4d(a, b, c, d);
}
inline double rhypot(double a, double b) {
    return 1.0 / hypot(a, b);
}

// The same of float: name##f, and an overload of the plain name.
#define CUSET_FLOAT_FORM(name)                                   \
    inline float name##f(float x) {                              \
        return static_cast<float>(name(static_cast<double>(x))); \
    }                                                            \
    inline float name(float x) {                                 \
        return name##f(x);                                       \
    }
CUSET_FLOAT_FORM(rcbrt)
CUSET_FLOAT_FORM(sinpi)
CUSET_FLOAT_FORM(cospi)
CUSET_FLOAT_FORM(erfinv)
CUSET_FLOAT_FORM(erfcinv)
CUSET_FLOAT_FORM(erfcx)
CUSET_FLOAT_FORM(normcdf)
CUSET_FLOAT_FORM(normcdfinv)
CUSET_FLOAT_FORM(cyl_bessel_i0)
CUSET_FLOAT_FORM(cyl_bessel_i1)
#undef CUSET_FLOAT_FORM
inline float rsqrt(float x) {
    return rsqrtf(x);
}
inline void sincospif(float x, float* sine, float* cosine) {
    *sine = sinpif(x), *cosine = cospif(x);
}
inline void sincospi(float x, float* sine, float* cosine) {
    sincospif(x, sine, cosine);
}
inline float norm3df(float a, float b, float c) {
    return static_cast<float>(norm3d(static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)));
}
inline float norm4df(float a, float b, float c, float d) {
    const double x[] = {static_cast<double>(a), static_cast<double>(b), static_cast<double>(c), static_cast<double>(d)};
    return static_cast<float>(norm(4, x));
}
inline float normf(int count, const float* x) {
    double sum = 0;
    for (int i = 0; i < count; ++i) {
        if (isinf(x[i])) return HUGE_VALF;
        sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
    }
    return static_cast<float>(sqrt(sum));
}
inline float rnorm3df(float a, float b, float c) {
    return 1.0f / norm3df(a, b, c);
}
inline float rnorm4df(float a, float b, float c, float d) {
    return 1.0f / norm4df(a, b, c, d);
}
inline float rnormf(int count, const float* x) {
    return 1.0f / normf(count, x);
}
inline float rhypotf(float a, float b) {
    return 1.0f / hypotf(a, b);
}
inline float rhypot(float a, float b) {
    return rhypotf(a, b);
}
