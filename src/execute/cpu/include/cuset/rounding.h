// Arithmetic with a stated rounding: __fadd_rn, __dmul_rz, __fmaf_ru and their families, exact in every mode.
#pragma once

#include <fenv.h>
#include <math.h>

namespace cuset_rt {

enum class Rounding { nearest, down, up, zero };

// The processor's rounding mode for as long as the object lives. What is computed meanwhile goes through pinned(),
// which the compiler can neither move nor fold.
class RoundingScope {
   public:
#if defined(__x86_64__)
    explicit RoundingScope(Rounding mode) : saved_(__builtin_ia32_stmxcsr()) {
        __builtin_ia32_ldmxcsr((saved_ & ~0x6000u) | static_cast<unsigned>(mode) << 13);
    }
    ~RoundingScope() {
        __builtin_ia32_ldmxcsr(saved_);
    }
#else
    explicit RoundingScope(Rounding mode) : saved_(fegetround()) {
        fesetround(mode == Rounding::down   ? FE_DOWNWARD
                   : mode == Rounding::up   ? FE_UPWARD
                   : mode == Rounding::zero ? FE_TOWARDZERO
                                            : FE_TONEAREST);
    }
    ~RoundingScope() {
        fesetround(static_cast<int>(saved_));
    }
#endif
    RoundingScope(const RoundingScope&) = delete;
    RoundingScope& operator=(const RoundingScope&) = delete;

   private:
    unsigned saved_;
};

template <class T>
inline T pinned(T value) {
#if defined(__x86_64__)
    asm volatile("" : "+x"(value));
#elif defined(__aarch64__)
    asm volatile("" : "+w"(value));
#else
    volatile T copy = value;
    value = copy;
#endif
    return value;
}
inline long long pinned(long long value) {
    asm volatile("" : "+r"(value));
    return value;
}
inline unsigned long long pinned(unsigned long long value) {
    asm volatile("" : "+r"(value));
    return value;
}

// A product that may not be contracted into an FMA with the sum that uses it.
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

#define CUSET_NEAREST(T, prefix, fma_name, fma_function, sqrt_function) \
    inline T prefix##add_rn(T a, T b) {                                 \
        return cuset_rt::rounded(a) + cuset_rt::rounded(b);             \
    }                                                                   \
    inline T prefix##sub_rn(T a, T b) {                                 \
        return cuset_rt::rounded(a) - cuset_rt::rounded(b);             \
    }                                                                   \
    inline T prefix##mul_rn(T a, T b) {                                 \
        return cuset_rt::rounded(a * b);                                \
    }                                                                   \
    inline T prefix##div_rn(T a, T b) {                                 \
        return a / b;                                                   \
    }                                                                   \
    inline T prefix##rcp_rn(T a) {                                      \
        return T(1) / a;                                                \
    }                                                                   \
    inline T prefix##sqrt_rn(T a) {                                     \
        return sqrt_function(a);                                        \
    }                                                                   \
    inline T fma_name##_rn(T a, T b, T c) {                             \
        return fma_function(a, b, c);                                   \
    }
CUSET_NEAREST(float, __f, __fmaf, fmaf, sqrtf)
CUSET_NEAREST(double, __d, __fma, fma, sqrt)
#undef CUSET_NEAREST

// The add, sub and mul of two pinned operands, and so on, while the processor rounds as `mode` says.
#define CUSET_DIRECTED(T, name, parameters, mode, expression)          \
    inline T name parameters {                                         \
        const cuset_rt::RoundingScope scope(cuset_rt::Rounding::mode); \
        return cuset_rt::pinned(expression);                           \
    }
#define CUSET_DIRECTED_ALL(T, prefix, fma_name, fma_function, sqrt_function, suffix, mode)               \
    CUSET_DIRECTED(T, prefix##add_##suffix, (T a, T b), mode, cuset_rt::pinned(a) + cuset_rt::pinned(b)) \
    CUSET_DIRECTED(T, prefix##sub_##suffix, (T a, T b), mode, cuset_rt::pinned(a) - cuset_rt::pinned(b)) \
    CUSET_DIRECTED(T, prefix##mul_##suffix, (T a, T b), mode, cuset_rt::pinned(a) * cuset_rt::pinned(b)) \
    CUSET_DIRECTED(T, prefix##div_##suffix, (T a, T b), mode, cuset_rt::pinned(a) / cuset_rt::pinned(b)) \
    CUSET_DIRECTED(T, prefix##rcp_##suffix, (T a), mode, cuset_rt::pinned(T(1)) / cuset_rt::pinned(a))   \
    CUSET_DIRECTED(T, prefix##sqrt_##suffix, (T a), mode, sqrt_function(cuset_rt::pinned(a)))            \
    CUSET_DIRECTED(T, fma_name##_##suffix, (T a, T b, T c), mode,                                        \
                   fma_function(cuset_rt::pinned(a), cuset_rt::pinned(b), cuset_rt::pinned(c)))
#define CUSET_DIRECTED_BOTH(suffix, mode)                             \
    CUSET_DIRECTED_ALL(float, __f, __fmaf, fmaf, sqrtf, suffix, mode) \
    CUSET_DIRECTED_ALL(double, __d, __fma, fma, sqrt, suffix, mode)
CUSET_DIRECTED_BOTH(rz, zero)
CUSET_DIRECTED_BOTH(ru, up)
CUSET_DIRECTED_BOTH(rd, down)

// The IEEE forms differ from the others only in that they never flush denormals, and nothing here does.
#define CUSET_IEEE(suffix)                                         \
    inline float __fmaf_ieee_##suffix(float a, float b, float c) { \
        return __fmaf_##suffix(a, b, c);                           \
    }
CUSET_IEEE(rn)
CUSET_IEEE(rz)
CUSET_IEEE(ru)
CUSET_IEEE(rd)
#undef CUSET_IEEE

inline float __frsqrt_rn(float x) {
    return static_cast<float>(1.0 / sqrt(static_cast<double>(x)));
}

// Conversions that may be inexact, from integers and from double.
#define CUSET_CONVERSION(To, name, From, Wide)                                                             \
    inline To name##_rn(From x) {                                                                          \
        return static_cast<To>(x);                                                                         \
    }                                                                                                      \
    CUSET_DIRECTED(To, name##_rz, (From x), zero, static_cast<To>(cuset_rt::pinned(static_cast<Wide>(x)))) \
    CUSET_DIRECTED(To, name##_ru, (From x), up, static_cast<To>(cuset_rt::pinned(static_cast<Wide>(x))))   \
    CUSET_DIRECTED(To, name##_rd, (From x), down, static_cast<To>(cuset_rt::pinned(static_cast<Wide>(x))))
CUSET_CONVERSION(float, __int2float, int, long long)
CUSET_CONVERSION(float, __uint2float, unsigned int, long long)
CUSET_CONVERSION(float, __ll2float, long long, long long)
CUSET_CONVERSION(float, __ull2float, unsigned long long, unsigned long long)
CUSET_CONVERSION(double, __ll2double, long long, long long)
CUSET_CONVERSION(double, __ull2double, unsigned long long, unsigned long long)
CUSET_CONVERSION(float, __double2float, double, double)
#undef CUSET_CONVERSION
#undef CUSET_DIRECTED_BOTH
#undef CUSET_DIRECTED_ALL
#undef CUSET_DIRECTED
inline double __int2double_rn(int x) {
    return x;
}
inline double __uint2double_rn(unsigned x) {
    return x;
}

// To integers: out of range saturates; a NaN becomes 0, or the highest bit alone when either side has 64 bits.
namespace cuset_rt {
template <class To, class From>
inline To saturated(From x) {
    const To low = static_cast<To>(To(-1) < To(0) ? To(1) << (sizeof(To) * 8 - 1) : To(0));
    const To high = static_cast<To>(~low);
    if (x != x) return sizeof(To) == 8 || sizeof(From) == 8 ? static_cast<To>(To(1) << (sizeof(To) * 8 - 1)) : To(0);
    if (!(x > static_cast<From>(low))) return low;
    return x >= static_cast<From>(high) ? high : static_cast<To>(x);
}
}  // namespace cuset_rt
#define CUSET_TO_INTEGER(From, from, To, to, f)                    \
    inline To __##from##2##to##_rn(From x) {                       \
        return cuset_rt::saturated<To>(__builtin_nearbyint##f(x)); \
    }                                                              \
    inline To __##from##2##to##_rz(From x) {                       \
        return cuset_rt::saturated<To>(__builtin_trunc##f(x));     \
    }                                                              \
    inline To __##from##2##to##_ru(From x) {                       \
        return cuset_rt::saturated<To>(__builtin_ceil##f(x));      \
    }                                                              \
    inline To __##from##2##to##_rd(From x) {                       \
        return cuset_rt::saturated<To>(__builtin_floor##f(x));     \
    }
CUSET_TO_INTEGER(float, float, int, int, f)
CUSET_TO_INTEGER(float, float, unsigned int, uint, f)
CUSET_TO_INTEGER(float, float, long long, ll, f)
CUSET_TO_INTEGER(float, float, unsigned long long, ull, f)
CUSET_TO_INTEGER(double, double, int, int, )
CUSET_TO_INTEGER(double, double, unsigned int, uint, )
CUSET_TO_INTEGER(double, double, long long, ll, )
CUSET_TO_INTEGER(double, double, unsigned long long, ull, )
#undef CUSET_TO_INTEGER
