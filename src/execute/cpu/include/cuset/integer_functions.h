// CUDA's intrinsics on integers and bits, and loads and stores with a cache hint.
#pragma once

#include <string.h>

#include "cuset/vector_types.h"

#define CUSET_BITS(name, To, From)      \
    inline To name(From x) {            \
        To bits;                        \
        memcpy(&bits, &x, sizeof bits); \
        return bits;                    \
    }
CUSET_BITS(__float_as_int, int, float)
CUSET_BITS(__float_as_uint, unsigned int, float)
CUSET_BITS(__int_as_float, float, int)
CUSET_BITS(__uint_as_float, float, unsigned int)
CUSET_BITS(__double_as_longlong, long long, double)
CUSET_BITS(__longlong_as_double, double, long long)
#undef CUSET_BITS
inline int __double2hiint(double x) {
    return static_cast<int>(__double_as_longlong(x) >> 32);
}
inline int __double2loint(double x) {
    return static_cast<int>(__double_as_longlong(x));
}
inline double __hiloint2double(int high, int low) {
    return __longlong_as_double(static_cast<long long>(
        static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 | static_cast<unsigned>(low)));
}

inline int __popc(unsigned x) {
    return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
inline int __clz(int x) {
    return x == 0 ? 32 : __builtin_clz(static_cast<unsigned>(x));
}
inline int __clzll(long long x) {
    return x == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(x));
}
inline int __ffs(int x) {
    return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
    return __builtin_ffsll(x);
}
inline unsigned __brev(unsigned x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
inline unsigned long long __brevll(unsigned long long x) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
           __brev(static_cast<unsigned>(x >> 32));
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
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}
// The place of the offset-th set bit at or above `base` (at or below it, if offset is negative); offset 0 asks for
// `base` itself. 0xffffffff if there is none.
inline unsigned __fns(unsigned mask, unsigned base, int offset) {
    if (offset == 0) return mask >> (base & 31) & 1 ? base : 0xffffffffu;
    const int step = offset > 0 ? 1 : -1;
    int left = offset > 0 ? offset : -offset;
    for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step)
        if ((mask >> bit & 1) && --left == 0) return static_cast<unsigned>(bit);
    return 0xffffffffu;
}
inline int __mul24(int a, int b) {
    return static_cast<int>(static_cast<unsigned>(a << 8 >> 8) * static_cast<unsigned>(b << 8 >> 8));
}
inline unsigned __umul24(unsigned a, unsigned b) {
    return (a & 0xffffff) * (b & 0xffffff);
}
inline int __mulhi(int a, int b) {
    return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
inline unsigned __umulhi(unsigned a, unsigned b) {
    return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
    return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline unsigned __sad(int a, int b, unsigned c) {
    return (a > b ? static_cast<unsigned>(a) - static_cast<unsigned>(b)
                  : static_cast<unsigned>(b) - static_cast<unsigned>(a)) +
           c;
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) {
    return (a > b ? a - b : b - a) + c;
}
inline int __hadd(int a, int b) {
    return static_cast<int>((static_cast<long long>(a) + b) >> 1);
}
inline int __rhadd(int a, int b) {
    return static_cast<int>((static_cast<long long>(a) + b + 1) >> 1);
}
inline unsigned __uhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
}
inline unsigned __urhadd(unsigned a, unsigned b) {
    return static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
}

// Dot products of packed numbers, added to c. __dp2a: two 16-bit numbers with the low or high two of four 8-bit ones.
inline int __dp4a(int a, int b, int c) {
    for (int i = 0; i < 32; i += 8) c += static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i);
    return c;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 8) c += (a >> i & 0xff) * (b >> i & 0xff);
    return c;
}
inline int __dp2a_lo(int a, int b, int c) {
    for (int i = 0; i < 2; ++i) c += static_cast<short>(a >> (16 * i)) * static_cast<signed char>(b >> (8 * i));
    return c;
}
inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 2; ++i) c += (a >> (16 * i) & 0xffff) * (b >> (8 * i) & 0xff);
    return c;
}
inline int __dp2a_hi(int a, int b, int c) {
    return __dp2a_lo(a, b >> 16, c);
}
inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
    return __dp2a_lo(a, b >> 16, c);
}
namespace cuset_rt {
template <class Word, class Vector>
inline Word packed(const Vector& vector) {
    static_assert(sizeof(Word) == sizeof(Vector), "");
    Word word;
    memcpy(&word, &vector, sizeof word);
    return word;
}
}  // namespace cuset_rt
#define CUSET_DOT(name, T, A, B)                                        \
    inline T name(A a, B b, T c) {                                      \
        return name(cuset_rt::packed<T>(a), cuset_rt::packed<T>(b), c); \
    }
CUSET_DOT(__dp4a, int, char4, char4)
CUSET_DOT(__dp4a, unsigned, uchar4, uchar4)
CUSET_DOT(__dp2a_lo, int, short2, char4)
CUSET_DOT(__dp2a_lo, unsigned, ushort2, uchar4)
CUSET_DOT(__dp2a_hi, int, short2, char4)
CUSET_DOT(__dp2a_hi, unsigned, ushort2, uchar4)
#undef CUSET_DOT

// Loads and stores with a cache hint. The value's type is the pointer's: a value of another type is converted.
namespace cuset_rt {
template <class T>
struct Undeduced {
    using type = T;
};
}  // namespace cuset_rt
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
#define CUSET_STORE(name)                                                       \
    template <class T>                                                          \
    inline void name(T* address, typename cuset_rt::Undeduced<T>::type value) { \
        *address = value;                                                       \
    }
CUSET_STORE(__stwb)
CUSET_STORE(__stcg)
CUSET_STORE(__stcs)
CUSET_STORE(__stwt)
#undef CUSET_STORE

#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#define __assume(condition) __builtin_assume(condition)
