// Intrinsics on two 16-bit or four 8-bit numbers in one word, and the fused minimum and maximum functions.
#pragma once

namespace cuset_rt {

// The word of f(x, y) for each of `count` parts of a and b, as signed or unsigned numbers. f's result is cut to a part.
template <int count, bool is_signed, class F>
inline unsigned parts(unsigned a, unsigned b, F f) {
    constexpr int bits = 32 / count;
    constexpr unsigned mask = 0xffffffffu >> (32 - bits);
    unsigned result = 0;
    for (int shift = 0; shift < 32; shift += bits) {
        int x = static_cast<int>(a >> shift & mask), y = static_cast<int>(b >> shift & mask);
        if (is_signed) {
            x = static_cast<int>(static_cast<unsigned>(x) << (32 - bits)) >> (32 - bits);
            y = static_cast<int>(static_cast<unsigned>(y) << (32 - bits)) >> (32 - bits);
        }
        result |= (static_cast<unsigned>(f(x, y)) & mask) << shift;
    }
    return result;
}
template <int count, bool is_signed>
constexpr int saturated_part(int x) {
    constexpr int bits = 32 / count;
    constexpr int high = (1 << (is_signed ? bits - 1 : bits)) - 1, low = is_signed ? -high - 1 : 0;
    return x < low ? low : x > high ? high : x;
}
constexpr int larger(int a, int b) {
    return a > b ? a : b;
}
constexpr int smaller(int a, int b) {
    return a < b ? a : b;
}
constexpr int distance(int a, int b) {
    return a > b ? a - b : b - a;
}
constexpr int positive(int a) {
    return a > 0 ? a : 0;
}

}  // namespace cuset_rt

#define CUSET_PARTS(name, count, is_signed, expression)                                          \
    inline unsigned name##count(unsigned a, unsigned b) {                                        \
        return cuset_rt::parts<count, is_signed>(a, b, [](int x, int y) { return expression; }); \
    }
#define CUSET_PARTS_OF_ONE(name, count, expression)                                       \
    inline unsigned name##count(unsigned a) {                                             \
        return cuset_rt::parts<count, true>(a, a, [](int x, int) { return expression; }); \
    }
#define CUSET_COMPARISON(suffix, count, is_signed, operation)             \
    CUSET_PARTS(__vcmp##suffix, count, is_signed, x operation y ? -1 : 0) \
    CUSET_PARTS(__vset##suffix, count, is_signed, x operation y ? 1 : 0)
#define CUSET_SUM_OF_DISTANCES(name, count, is_signed)              \
    inline unsigned name##count(unsigned a, unsigned b) {           \
        unsigned sum = 0;                                           \
        cuset_rt::parts<count, is_signed>(a, b, [&](int x, int y) { \
            sum += static_cast<unsigned>(cuset_rt::distance(x, y)); \
            return 0;                                               \
        });                                                         \
        return sum;                                                 \
    }
#define CUSET_SIMD(count)                                                                                  \
    CUSET_PARTS(__vadd, count, false, x + y)                                                               \
    CUSET_PARTS(__vaddss, count, true, (cuset_rt::saturated_part<count, true>(x + y)))                     \
    CUSET_PARTS(__vaddus, count, false, (cuset_rt::saturated_part<count, false>(x + y)))                   \
    CUSET_PARTS(__vsub, count, false, x - y)                                                               \
    CUSET_PARTS(__vsubss, count, true, (cuset_rt::saturated_part<count, true>(x - y)))                     \
    CUSET_PARTS(__vsubus, count, false, (cuset_rt::saturated_part<count, false>(x - y)))                   \
    CUSET_PARTS(__vabsdiffs, count, true, cuset_rt::distance(x, y))                                        \
    CUSET_PARTS(__vabsdiffu, count, false, cuset_rt::distance(x, y))                                       \
    CUSET_PARTS(__vavgs, count, true, (x + y + (x + y >= 0)) >> 1)                                         \
    CUSET_PARTS(__vavgu, count, false, (x + y + 1) >> 1)                                                   \
    CUSET_PARTS(__vhaddu, count, false, (x + y) >> 1)                                                      \
    CUSET_PARTS(__vmaxs, count, true, cuset_rt::larger(x, y))                                              \
    CUSET_PARTS(__vmaxu, count, false, cuset_rt::larger(x, y))                                             \
    CUSET_PARTS(__vmins, count, true, cuset_rt::smaller(x, y))                                             \
    CUSET_PARTS(__vminu, count, false, cuset_rt::smaller(x, y))                                            \
    CUSET_PARTS_OF_ONE(__vabs, count, cuset_rt::distance(x, 0))                                            \
    CUSET_PARTS_OF_ONE(__vabsss, count, (cuset_rt::saturated_part<count, true>(cuset_rt::distance(x, 0)))) \
    CUSET_PARTS_OF_ONE(__vneg, count, -x)                                                                  \
    CUSET_PARTS_OF_ONE(__vnegss, count, (cuset_rt::saturated_part<count, true>(-x)))                       \
    CUSET_COMPARISON(eq, count, false, ==)                                                                 \
    CUSET_COMPARISON(ne, count, false, !=)                                                                 \
    CUSET_COMPARISON(ges, count, true, >=)                                                                 \
    CUSET_COMPARISON(geu, count, false, >=)                                                                \
    CUSET_COMPARISON(gts, count, true, >)                                                                  \
    CUSET_COMPARISON(gtu, count, false, >)                                                                 \
    CUSET_COMPARISON(les, count, true, <=)                                                                 \
    CUSET_COMPARISON(leu, count, false, <=)                                                                \
    CUSET_COMPARISON(lts, count, true, <)                                                                  \
    CUSET_COMPARISON(ltu, count, false, <)                                                                 \
    CUSET_SUM_OF_DISTANCES(__vsads, count, true)                                                           \
    CUSET_SUM_OF_DISTANCES(__vsadu, count, false)
CUSET_SIMD(2)
CUSET_SIMD(4)
#undef CUSET_SIMD
#undef CUSET_SUM_OF_DISTANCES
#undef CUSET_COMPARISON
#undef CUSET_PARTS_OF_ONE
#undef CUSET_PARTS

// Minimum and maximum of two (with the predicate that the first was taken) or three numbers, or of a sum and a number;
// _relu: and of zero. `smaller` and `larger` see the numbers of one part, with wrapping sums.
#define CUSET_MIN_MAX(T, suffix, which, compare)                                           \
    inline T __vib##which##_##suffix(T a, T b, bool* first) {                              \
        *first = a compare b;                                                              \
        return *first ? a : b;                                                             \
    }                                                                                      \
    inline T __vi##which##3_##suffix(T a, T b, T c) {                                      \
        const T two = a compare b ? a : b;                                                 \
        return two compare c ? two : c;                                                    \
    }                                                                                      \
    inline T __viadd##which##_##suffix(T a, T b, T c) {                                    \
        const T sum = static_cast<T>(static_cast<unsigned>(a) + static_cast<unsigned>(b)); \
        return sum compare c ? sum : c;                                                    \
    }
CUSET_MIN_MAX(int, s32, max, >=)
CUSET_MIN_MAX(int, s32, min, <=)
CUSET_MIN_MAX(unsigned, u32, max, >=)
CUSET_MIN_MAX(unsigned, u32, min, <=)
#undef CUSET_MIN_MAX
#define CUSET_MIN_MAX_RELU(which, pick)                                               \
    inline int __vi##which##_s32_relu(int a, int b) {                                 \
        return cuset_rt::positive(cuset_rt::pick(a, b));                              \
    }                                                                                 \
    inline int __vi##which##3_s32_relu(int a, int b, int c) {                         \
        return cuset_rt::positive(__vi##which##3_s32(a, b, c));                       \
    }                                                                                 \
    inline int __viadd##which##_s32_relu(int a, int b, int c) {                       \
        return cuset_rt::positive(__viadd##which##_s32(a, b, c));                     \
    }                                                                                 \
    inline unsigned __vi##which##_s16x2_relu(unsigned a, unsigned b) {                \
        return __vmaxs2(__v##which##s2(a, b), 0);                                     \
    }                                                                                 \
    inline unsigned __vi##which##3_s16x2_relu(unsigned a, unsigned b, unsigned c) {   \
        return __vmaxs2(__v##which##s2(__v##which##s2(a, b), c), 0);                  \
    }                                                                                 \
    inline unsigned __viadd##which##_s16x2_relu(unsigned a, unsigned b, unsigned c) { \
        return __vmaxs2(__v##which##s2(__vadd2(a, b), c), 0);                         \
    }
CUSET_MIN_MAX_RELU(max, larger)
CUSET_MIN_MAX_RELU(min, smaller)
#undef CUSET_MIN_MAX_RELU
#define CUSET_MIN_MAX_HALVES(which, suffix, sign, comparison)                                            \
    inline unsigned __vi##which##3_##suffix(unsigned a, unsigned b, unsigned c) {                        \
        return __v##which##sign##2(__v##which##sign##2(a, b), c);                                        \
    }                                                                                                    \
    inline unsigned __viadd##which##_##suffix(unsigned a, unsigned b, unsigned c) {                      \
        return __v##which##sign##2(__vadd2(a, b), c);                                                    \
    }                                                                                                    \
    inline unsigned __vib##which##_##suffix(unsigned a, unsigned b, bool* first_high, bool* first_low) { \
        const unsigned first = __vcmp##comparison##sign##2(a, b);                                        \
        *first_high = first >> 16 != 0, *first_low = (first & 0xffff) != 0;                              \
        return (a & first) | (b & ~first);                                                               \
    }
CUSET_MIN_MAX_HALVES(max, s16x2, s, ge)
CUSET_MIN_MAX_HALVES(min, s16x2, s, le)
CUSET_MIN_MAX_HALVES(max, u16x2, u, ge)
CUSET_MIN_MAX_HALVES(min, u16x2, u, le)
#undef CUSET_MIN_MAX_HALVES
