// Atomic functions, for blocks that run on several cores too.
#pragma once

#include <string.h>

#include "cuset/synchronize.h"

namespace cuset_rt {

// The word that holds a T's bits.
template <size_t bytes>
struct Word;
template <>
struct Word<2> {
    using type = unsigned short;
};
template <>
struct Word<4> {
    using type = unsigned int;
};
template <>
struct Word<8> {
    using type = unsigned long long;
};

template <class To, class From>
inline To bits_as(From from) {
    static_assert(sizeof(To) == sizeof(From), "");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

// *address = next(*address); returns the old value.
template <class T, class Next>
inline T update(T* address, Next next) {
    using W = typename Word<sizeof(T)>::type;
    W* word = reinterpret_cast<W*>(address);
    W old = __atomic_load_n(word, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(word, &old, bits_as<W>(next(bits_as<T>(old))), true, __ATOMIC_SEQ_CST,
                                        __ATOMIC_RELAXED)) {
    }
    return bits_as<T>(old);
}

template <class T>
inline T compare_and_swap(T* address, T compare, T value) {
    T old = compare;
    if (!__atomic_compare_exchange_n(address, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) yield_thread();
    return old;
}

}  // namespace cuset_rt

// Every function has three scopes: the plain name, _block and _system.
#define CUSET_ATOMIC(T, name, expression)         \
    inline T name(T* address, T value) {          \
        return expression;                        \
    }                                             \
    inline T name##_block(T* address, T value) {  \
        return expression;                        \
    }                                             \
    inline T name##_system(T* address, T value) { \
        return expression;                        \
    }
#define CUSET_ATOMIC_INTEGER(T)                                                                             \
    CUSET_ATOMIC(T, atomicAdd, __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST))                        \
    CUSET_ATOMIC(T, atomicExch, __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST))                      \
    CUSET_ATOMIC(T, atomicAnd, __atomic_fetch_and(address, value, __ATOMIC_SEQ_CST))                        \
    CUSET_ATOMIC(T, atomicOr, __atomic_fetch_or(address, value, __ATOMIC_SEQ_CST))                          \
    CUSET_ATOMIC(T, atomicXor, __atomic_fetch_xor(address, value, __ATOMIC_SEQ_CST))                        \
    CUSET_ATOMIC(T, atomicMin, cuset_rt::update(address, [=](T old) { return old < value ? old : value; })) \
    CUSET_ATOMIC(T, atomicMax, cuset_rt::update(address, [=](T old) { return old > value ? old : value; })) \
    inline T atomicCAS(T* address, T compare, T value) {                                                    \
        return cuset_rt::compare_and_swap(address, compare, value);                                         \
    }                                                                                                       \
    inline T atomicCAS_block(T* address, T compare, T value) {                                              \
        return atomicCAS(address, compare, value);                                                          \
    }                                                                                                       \
    inline T atomicCAS_system(T* address, T compare, T value) {                                             \
        return atomicCAS(address, compare, value);                                                          \
    }

CUSET_ATOMIC_INTEGER(int)
CUSET_ATOMIC_INTEGER(unsigned int)
CUSET_ATOMIC_INTEGER(unsigned long long)
CUSET_ATOMIC(float, atomicAdd, cuset_rt::update(address, [=](float old) { return old + value; }))
CUSET_ATOMIC(double, atomicAdd, cuset_rt::update(address, [=](double old) { return old + value; }))
CUSET_ATOMIC(float, atomicExch, cuset_rt::update(address, [=](float) { return value; }))
CUSET_ATOMIC(int, atomicSub, __atomic_fetch_sub(address, value, __ATOMIC_SEQ_CST))
CUSET_ATOMIC(unsigned int, atomicSub, __atomic_fetch_sub(address, value, __ATOMIC_SEQ_CST))
CUSET_ATOMIC(long long, atomicMin, cuset_rt::update(address, [=](long long old) { return old < value ? old : value; }))
CUSET_ATOMIC(long long, atomicMax, cuset_rt::update(address, [=](long long old) { return old > value ? old : value; }))
CUSET_ATOMIC(unsigned int, atomicInc,
             cuset_rt::update(address, [=](unsigned old) { return old >= value ? 0u : old + 1; }))
CUSET_ATOMIC(unsigned int, atomicDec,
             cuset_rt::update(address, [=](unsigned old) { return old == 0 || old > value ? value : old - 1; }))
inline unsigned short atomicCAS(unsigned short* address, unsigned short compare, unsigned short value) {
    return cuset_rt::compare_and_swap(address, compare, value);
}
#undef CUSET_ATOMIC_INTEGER
#undef CUSET_ATOMIC
