// What g++ -fsanitize=thread calls before each access, and instead of each atomic operation.
#include <cstdio>
#include <cstring>

#include "check/access.h"
#include "check/order.h"
#include "internal.h"

using namespace cuset_rt;
using namespace cuset_rt::check;

#define CUSET_ACCESS(bytes)                                                             \
    extern "C" void __tsan_read##bytes(void* p) {                                       \
        check_access<Access::read>(reinterpret_cast<uintptr_t>(p), bytes, CUSET_CODE);  \
    }                                                                                   \
    extern "C" void __tsan_write##bytes(void* p) {                                      \
        check_access<Access::write>(reinterpret_cast<uintptr_t>(p), bytes, CUSET_CODE); \
    }                                                                                   \
    extern "C" void __tsan_volatile_read##bytes(void* p) {                              \
        check_volatile_read(reinterpret_cast<uintptr_t>(p), bytes, CUSET_CODE);         \
    }                                                                                   \
    extern "C" void __tsan_volatile_write##bytes(void* p) {                             \
        check_volatile_write(reinterpret_cast<uintptr_t>(p), bytes, CUSET_CODE);        \
    }

namespace {

// A volatile access synchronises as a relaxed atomic one does: programs spin on volatile flags. What a thread acquires
// orders this very access too: it reads what the releasing thread has left there.
void check_volatile_read(uintptr_t address, size_t bytes, uintptr_t code) {
    if (in_kernel) acquire(address);
    check_access<Access::atomic_read>(address, bytes, code);
}
void check_volatile_write(uintptr_t address, size_t bytes, uintptr_t code) {
    check_access<Access::atomic_write>(address, bytes, code);
    if (in_kernel) release(address);
}
// The device has no atomic operation at an address that is no multiple of its size.
bool is_misaligned(uintptr_t address, size_t bytes, uintptr_t code) {
    if ((address & (bytes - 1)) == 0 || !in_kernel) return false;
    char text[100];
    std::snprintf(text, sizeof text, "an atomic operation on %zu bytes at %p", bytes, reinterpret_cast<void*>(address));
    report_address(Kind::misaligned, code, text);
    return true;
}
// Our headers' atomics for a block (atomicAdd_block) are acquire-release operations, the others sequentially
// consistent.
void before_update(void* p, size_t bytes, int order, uintptr_t code) {
    const auto address = reinterpret_cast<uintptr_t>(p);
    if (is_misaligned(address, bytes, code)) return;
    if (in_kernel) acquire(address);
    if (order == __ATOMIC_ACQ_REL) {
        check_access<Access::block_update>(address, bytes, code);
    } else {
        check_access<Access::atomic_update>(address, bytes, code);
    }
    if (in_kernel) release(address);
}

}  // namespace

CUSET_ACCESS(1)
CUSET_ACCESS(2)
CUSET_ACCESS(4)
CUSET_ACCESS(8)
CUSET_ACCESS(16)

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_read_range(void* p, size_t bytes) {
    check_range<Access::read>(reinterpret_cast<uintptr_t>(p), bytes, CUSET_CODE);
}
void __tsan_write_range(void* p, size_t bytes) {
    check_range<Access::write>(reinterpret_cast<uintptr_t>(p), bytes, CUSET_CODE);
}
void __tsan_vptr_update(void** p, void*) {
    check_access<Access::write>(reinterpret_cast<uintptr_t>(p), sizeof(void*), CUSET_CODE);
}
void __tsan_vptr_read(void** p) {
    check_access<Access::read>(reinterpret_cast<uintptr_t>(p), sizeof(void*), CUSET_CODE);
}
// __threadfence_block is an acquire-release fence in our headers, the others are sequentially consistent.
void __tsan_atomic_thread_fence(int order) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (in_kernel) fence(order == __ATOMIC_SEQ_CST);
}
void __tsan_atomic_signal_fence(int) {}
}

#define CUSET_FETCH(bits, T, name, builtin)                               \
    extern "C" T __tsan_atomic##bits##_##name(T* p, T value, int order) { \
        before_update(p, sizeof(T), order, CUSET_CODE);                   \
        return builtin(p, value, __ATOMIC_SEQ_CST);                       \
    }
#define CUSET_ATOMICS(bits, T)                                                                                   \
    extern "C" T __tsan_atomic##bits##_load(const T* p, int) {                                                   \
        check_volatile_read(reinterpret_cast<uintptr_t>(p), sizeof(T), CUSET_CODE);                              \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                             \
    }                                                                                                            \
    extern "C" void __tsan_atomic##bits##_store(T* p, T value, int) {                                            \
        check_volatile_write(reinterpret_cast<uintptr_t>(p), sizeof(T), CUSET_CODE);                             \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                            \
    }                                                                                                            \
    CUSET_FETCH(bits, T, exchange, __atomic_exchange_n)                                                          \
    CUSET_FETCH(bits, T, fetch_add, __atomic_fetch_add)                                                          \
    CUSET_FETCH(bits, T, fetch_sub, __atomic_fetch_sub)                                                          \
    CUSET_FETCH(bits, T, fetch_and, __atomic_fetch_and)                                                          \
    CUSET_FETCH(bits, T, fetch_or, __atomic_fetch_or)                                                            \
    CUSET_FETCH(bits, T, fetch_xor, __atomic_fetch_xor)                                                          \
    CUSET_FETCH(bits, T, fetch_nand, __atomic_fetch_nand)                                                        \
    extern "C" int __tsan_atomic##bits##_compare_exchange_strong(T* p, T* expected, T desired, int order, int) { \
        before_update(p, sizeof(T), order, CUSET_CODE);                                                          \
        return __atomic_compare_exchange_n(p, expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);     \
    }                                                                                                            \
    extern "C" int __tsan_atomic##bits##_compare_exchange_weak(T* p, T* expected, T desired, int order, int) {   \
        before_update(p, sizeof(T), order, CUSET_CODE);                                                          \
        return __atomic_compare_exchange_n(p, expected, desired, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);      \
    }
CUSET_ATOMICS(8, unsigned char)
CUSET_ATOMICS(16, unsigned short)
CUSET_ATOMICS(32, unsigned int)
CUSET_ATOMICS(64, unsigned long)
