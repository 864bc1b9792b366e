// Atomic functions, for blocks that run on several cores too.
#pragma once

#include <string.h>

#include <type_traits>

#include "cuset/synchronize.h"
#include "cuset/vector_types.h"

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

// An atomic that changes nothing is how threads wait for each other: the others must get to run.
template <class T>
inline T yield_unless(bool changed, T old) {
    if (!changed) yield_thread();
    return old;
}

// *address = next(*address); returns the old value. `order`: checked mode tells the scope by it.
template <int order = __ATOMIC_SEQ_CST, class T, class Next>
inline T update(T* address, Next next) {
    using W = typename Word<sizeof(T)>::type;
    W* word = reinterpret_cast<W*>(address);
    W old = __atomic_load_n(word, __ATOMIC_RELAXED), value;
    do {
        value = bits_as<W>(next(bits_as<T>(old)));
    } while (!__atomic_compare_exchange_n(word, &old, value, true, order, __ATOMIC_RELAXED));
    return yield_unless(value != old, bits_as<T>(old));
}

template <int order, class T>
inline T compare_and_swap(T* address, T compare, T value) {
    constexpr int failed = order == __ATOMIC_SEQ_CST ? __ATOMIC_SEQ_CST : __ATOMIC_ACQUIRE;
    T old = compare;
    const bool swapped = __atomic_compare_exchange_n(address, &old, value, false, order, failed);
    return yield_unless(swapped && compare != value, old);
}

// Values of 16 bytes: the functions below exclude each other; each half is accessed atomically.
class WideAtomic {
   public:
    explicit WideAtomic(void* address) : halves_(static_cast<unsigned long long*>(address)) {
        while (__atomic_test_and_set(&lock(), __ATOMIC_ACQUIRE)) {
        }
    }
    ~WideAtomic() { __atomic_clear(&lock(), __ATOMIC_RELEASE); }
    WideAtomic(const WideAtomic&) = delete;
    WideAtomic& operator=(const WideAtomic&) = delete;

    template <class T>
    T load() const {
        const unsigned long long halves[2] = {__atomic_load_n(halves_, __ATOMIC_SEQ_CST),
                                              __atomic_load_n(halves_ + 1, __ATOMIC_SEQ_CST)};
        T value;
        memcpy(&value, halves, sizeof value);
        return value;
    }
    template <class T>
    void store(const T& value) {
        unsigned long long halves[2];
        memcpy(halves, &value, sizeof halves);
        __atomic_store_n(halves_, halves[0], __ATOMIC_SEQ_CST);
        __atomic_store_n(halves_ + 1, halves[1], __ATOMIC_SEQ_CST);
    }

   private:
    static char& lock() {
        static char locked = 0;
        return locked;
    }
    unsigned long long* halves_;
};
template <class T>
inline T exchange_wide(T* address, const T& value) {
    T old;
    {
        WideAtomic place(address);
        old = place.load<T>();
        place.store(value);
    }
    return yield_unless(memcmp(&old, &value, sizeof old) != 0, old);
}
template <class T>
inline T compare_and_swap_wide(T* address, const T& compare, const T& value) {
    T old;
    bool changed;
    {
        WideAtomic place(address);
        old = place.load<T>();
        changed = memcmp(&old, &compare, sizeof old) == 0;
        if (changed) place.store(value);
    }
    return yield_unless(changed && memcmp(&old, &value, sizeof old) != 0, old);
}
template <class T, bool = sizeof(T) == 16 && std::is_trivially_copyable<T>::value>
struct Wide {};
template <class T>
struct Wide<T, true> {
    using type = T;
};

}  // namespace cuset_rt

// Every function has three scopes: the plain name, _block and _system.
#define CUSET_SCOPES(DEFINE, name, ...)                 \
    DEFINE(name, __ATOMIC_SEQ_CST, __VA_ARGS__)         \
    DEFINE(name##_block, __ATOMIC_ACQ_REL, __VA_ARGS__) \
    DEFINE(name##_system, __ATOMIC_SEQ_CST, __VA_ARGS__)

#define CUSET_ATOMIC(name, scope, T, expression) \
    inline T name(T* address, T value) {         \
        constexpr int order = scope;             \
        return expression;                       \
    }
#define CUSET_FETCH(operation, changed) cuset_rt::yield_unless(changed, operation(address, value, order))
#define CUSET_FETCH_COMPARED(operation, changed)           \
    [=] {                                                  \
        const auto old = operation(address, value, order); \
        return cuset_rt::yield_unless(changed, old);       \
    }()
#define CUSET_UPDATE(T, next) cuset_rt::update<order>(address, [=](T old) { return next; })
#define CUSET_ATOMIC_CAS(name, scope, T)                                   \
    inline T name(T* address, T compare, T value) {                        \
        return cuset_rt::compare_and_swap<scope>(address, compare, value); \
    }
#define CUSET_ATOMIC_EXCH(name, scope, T)                         \
    inline T name(T* address, T value) {                          \
        const T old = __atomic_exchange_n(address, value, scope); \
        return cuset_rt::yield_unless(old != value, old);         \
    }
#define CUSET_ATOMIC_BITS(T)                                                                                 \
    CUSET_SCOPES(CUSET_ATOMIC, atomicAnd, T, CUSET_FETCH_COMPARED(__atomic_fetch_and, (old & value) != old)) \
    CUSET_SCOPES(CUSET_ATOMIC, atomicOr, T, CUSET_FETCH_COMPARED(__atomic_fetch_or, (old | value) != old))   \
    CUSET_SCOPES(CUSET_ATOMIC, atomicXor, T, CUSET_FETCH(__atomic_fetch_xor, value != 0))                    \
    CUSET_SCOPES(CUSET_ATOMIC, atomicMin, T, CUSET_UPDATE(T, old < value ? old : value))                     \
    CUSET_SCOPES(CUSET_ATOMIC, atomicMax, T, CUSET_UPDATE(T, old > value ? old : value))
#define CUSET_ATOMIC_INTEGER(T)                                                           \
    CUSET_ATOMIC_BITS(T)                                                                  \
    CUSET_SCOPES(CUSET_ATOMIC, atomicAdd, T, CUSET_FETCH(__atomic_fetch_add, value != 0)) \
    CUSET_SCOPES(CUSET_ATOMIC_EXCH, atomicExch, T)                                        \
    CUSET_SCOPES(CUSET_ATOMIC_CAS, atomicCAS, T)

CUSET_ATOMIC_INTEGER(int)
CUSET_ATOMIC_INTEGER(unsigned int)
CUSET_ATOMIC_INTEGER(unsigned long long)
CUSET_ATOMIC_BITS(long long)
CUSET_SCOPES(CUSET_ATOMIC_CAS, atomicCAS, unsigned short)
CUSET_SCOPES(CUSET_ATOMIC, atomicSub, int, CUSET_FETCH(__atomic_fetch_sub, value != 0))
CUSET_SCOPES(CUSET_ATOMIC, atomicSub, unsigned int, CUSET_FETCH(__atomic_fetch_sub, value != 0))
CUSET_SCOPES(CUSET_ATOMIC, atomicInc, unsigned int, CUSET_UPDATE(unsigned, old >= value ? 0u : old + 1))
CUSET_SCOPES(CUSET_ATOMIC, atomicDec, unsigned int, CUSET_UPDATE(unsigned, old == 0 || old > value ? value : old - 1))
CUSET_SCOPES(CUSET_ATOMIC, atomicAdd, float, CUSET_UPDATE(float, old + value))
CUSET_SCOPES(CUSET_ATOMIC, atomicAdd, double, CUSET_UPDATE(double, old + value))
CUSET_SCOPES(CUSET_ATOMIC, atomicExch, float, cuset_rt::update<order>(address, [=](float) { return value; }))

// Vectors: each component is atomic by itself.
#define CUSET_ATOMIC_FLOAT2(name, scope, unused)                                   \
    inline float2 name(float2* address, float2 value) {                            \
        return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)}; \
    }
#define CUSET_ATOMIC_FLOAT4(name, scope, unused)                                                                   \
    inline float4 name(float4* address, float4 value) {                                                            \
        return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y), atomicAdd(&address->z, value.z), \
                atomicAdd(&address->w, value.w)};                                                                  \
    }
CUSET_SCOPES(CUSET_ATOMIC_FLOAT2, atomicAdd, )
CUSET_SCOPES(CUSET_ATOMIC_FLOAT4, atomicAdd, )

#define CUSET_ATOMIC_WIDE_CAS(name, scope, unused)                                 \
    template <class T>                                                             \
    inline typename cuset_rt::Wide<T>::type name(T* address, T compare, T value) { \
        return cuset_rt::compare_and_swap_wide(address, compare, value);           \
    }
#define CUSET_ATOMIC_WIDE_EXCH(name, scope, unused)                     \
    template <class T>                                                  \
    inline typename cuset_rt::Wide<T>::type name(T* address, T value) { \
        return cuset_rt::exchange_wide(address, value);                 \
    }
CUSET_SCOPES(CUSET_ATOMIC_WIDE_CAS, atomicCAS, )
CUSET_SCOPES(CUSET_ATOMIC_WIDE_EXCH, atomicExch, )

#undef CUSET_ATOMIC_WIDE_EXCH
#undef CUSET_ATOMIC_WIDE_CAS
#undef CUSET_ATOMIC_FLOAT4
#undef CUSET_ATOMIC_FLOAT2
#undef CUSET_ATOMIC_INTEGER
#undef CUSET_ATOMIC_BITS
#undef CUSET_ATOMIC_EXCH
#undef CUSET_ATOMIC_CAS
#undef CUSET_UPDATE
#undef CUSET_FETCH_COMPARED
#undef CUSET_FETCH
#undef CUSET_ATOMIC
#undef CUSET_SCOPES
