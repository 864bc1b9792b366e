// A 16-bit floating point type and its pair. Included once for each, with these macros:
//   CUSET_T, CUSET_T2          the type and the pair
//   CUSET_RAW, CUSET_RAW2      their bits
//   CUSET_OTHER                the other format's type
//   CUSET_NAME                 as it stands in the functions' names
//   CUSET_FORMAT               cuset_rt::Half or cuset_rt::Bfloat16
// No #pragma once for that reason.

struct CUSET_RAW {
    unsigned short x;
};
struct alignas(4) CUSET_RAW2 {
    unsigned short x, y;
};

struct alignas(2) CUSET_T {
    unsigned short __x;

    CUSET_T() = default;
    constexpr CUSET_T(const CUSET_RAW& raw) : __x(raw.x) {}
    explicit CUSET_T(CUSET_OTHER value);
    CUSET_T(float value) : __x(Narrow::from(value)) {}
    CUSET_T(double value) : __x(Narrow::from(value)) {}
    CUSET_T& operator=(const CUSET_RAW& raw) {
        __x = raw.x;
        return *this;
    }
    CUSET_T& operator=(float value) { return *this = CUSET_T(value); }
    CUSET_T& operator=(double value) { return *this = CUSET_T(value); }
    volatile CUSET_T& operator=(const CUSET_RAW& raw) volatile {
        __x = raw.x;
        return *this;
    }
    operator CUSET_RAW() const { return {__x}; }
    operator CUSET_RAW() const volatile { return {__x}; }
    operator float() const { return Narrow::value(__x); }
    constexpr operator bool() const { return (__x & 0x7fff) != 0; }

    // Integers are rounded to nearest even, and cut towards zero, with saturation, on the way back.
#define CUSET_FROM(T, Wide)                                                                        \
    CUSET_T(T value) : __x(Narrow::from(static_cast<Wide>(value), cuset_rt::Rounding::nearest)) {} \
    CUSET_T& operator=(T value) {                                                                  \
        return *this = CUSET_T(value);                                                             \
    }
#define CUSET_TO(T)                                                          \
    operator T() const {                                                     \
        return cuset_rt::saturated<T>(__builtin_truncf(Narrow::value(__x))); \
    }
    CUSET_FROM(short, long long)
    CUSET_FROM(unsigned short, long long)
    CUSET_FROM(int, long long)
    CUSET_FROM(unsigned int, long long)
    CUSET_FROM(long, long long)
    CUSET_FROM(unsigned long, unsigned long long)
    CUSET_FROM(long long, long long)
    CUSET_FROM(unsigned long long, unsigned long long)
    CUSET_TO(signed char)
    CUSET_TO(unsigned char)
    CUSET_TO(char)
    CUSET_TO(short)
    CUSET_TO(unsigned short)
    CUSET_TO(int)
    CUSET_TO(unsigned int)
    CUSET_TO(long)
    CUSET_TO(unsigned long)
    CUSET_TO(long long)
    CUSET_TO(unsigned long long)
#undef CUSET_TO
#undef CUSET_FROM

   private:
    using Narrow = cuset_rt::Narrow<CUSET_FORMAT>;
};

struct alignas(4) CUSET_T2 {
    CUSET_T x, y;

    CUSET_T2() = default;
    CUSET_T2(const CUSET_T& low, const CUSET_T& high) : x(low), y(high) {}
    CUSET_T2(const CUSET_RAW2& raw) : x(CUSET_RAW{raw.x}), y(CUSET_RAW{raw.y}) {}
    CUSET_T2& operator=(const CUSET_RAW2& raw) { return *this = CUSET_T2(raw); }
    operator CUSET_RAW2() const { return {x.__x, y.__x}; }
};

#define CUSET_OPERATOR(operation, function)                                    \
    inline CUSET_T operator operation(const CUSET_T& a, const CUSET_T& b) {    \
        return CUSET_RAW{function};                                            \
    }                                                                          \
    inline CUSET_T& operator operation##=(CUSET_T& a, const CUSET_T& b) {      \
        return a = a operation b;                                              \
    }                                                                          \
    inline CUSET_T2 operator operation(const CUSET_T2& a, const CUSET_T2& b) { \
        return {a.x operation b.x, a.y operation b.y};                         \
    }                                                                          \
    inline CUSET_T2& operator operation##=(CUSET_T2& a, const CUSET_T2& b) {   \
        return a = a operation b;                                              \
    }
CUSET_OPERATOR(+, CUSET_FORMAT::from_float(CUSET_FORMAT::to_float(a.__x) + CUSET_FORMAT::to_float(b.__x)))
CUSET_OPERATOR(-, CUSET_FORMAT::from_float(CUSET_FORMAT::to_float(a.__x) - CUSET_FORMAT::to_float(b.__x)))
CUSET_OPERATOR(*, cuset_rt::Narrow<CUSET_FORMAT>::product(a.__x, b.__x))
CUSET_OPERATOR(/, cuset_rt::Narrow<CUSET_FORMAT>::quotient(a.__x, b.__x))
#undef CUSET_OPERATOR

#define CUSET_COMPARISON(operation)                                                   \
    inline bool operator operation(const CUSET_T& a, const CUSET_T& b) {              \
        return CUSET_FORMAT::to_float(a.__x) operation CUSET_FORMAT::to_float(b.__x); \
    }                                                                                 \
    inline bool operator operation(const CUSET_T2& a, const CUSET_T2& b) {            \
        return a.x operation b.x && a.y operation b.y;                                \
    }
CUSET_COMPARISON(==)
CUSET_COMPARISON(!=)
CUSET_COMPARISON(<)
CUSET_COMPARISON(>)
CUSET_COMPARISON(<=)
CUSET_COMPARISON(>=)
#undef CUSET_COMPARISON

inline CUSET_T operator+(const CUSET_T& a) {
    return a;
}
inline CUSET_T operator-(const CUSET_T& a) {
    return CUSET_RAW{static_cast<unsigned short>(a.__x ^ 0x8000)};
}
inline CUSET_T2 operator+(const CUSET_T2& a) {
    return a;
}
inline CUSET_T2 operator-(const CUSET_T2& a) {
    return {-a.x, -a.y};
}
#define CUSET_STEP(T, one, operation)                   \
    inline T& operator operation##operation(T& a) {     \
        return a operation## = one;                     \
    }                                                   \
    inline T operator operation##operation(T& a, int) { \
        const T old = a;                                \
        a operation## = one;                            \
        return old;                                     \
    }
CUSET_STEP(CUSET_T, CUSET_T(1.0f), +)
CUSET_STEP(CUSET_T, CUSET_T(1.0f), -)
CUSET_STEP(CUSET_T2, CUSET_T2(CUSET_T(1.0f), CUSET_T(1.0f)), +)
CUSET_STEP(CUSET_T2, CUSET_T2(CUSET_T(1.0f), CUSET_T(1.0f)), -)
#undef CUSET_STEP
