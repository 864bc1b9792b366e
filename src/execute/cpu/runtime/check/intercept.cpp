// Functions of libc that touch memory out of the compiler's sight (linked with --wrap), and memory that kernels
// allocate.
#include <malloc.h>

#include <cstddef>
#include <map>
#include <mutex>

#include "check/access.h"
#include "internal.h"

using namespace cuset_rt;
using namespace cuset_rt::check;

namespace {

void* allocate(size_t bytes, void* (*real)(size_t)) {
    if (in_kernel) return device_heap_allocate(bytes);
    void* pointer = real(bytes);
    host_allocated(pointer, bytes);
    return pointer;
}
// Whether it is the host's to free.
bool release(void* pointer) {
    if (device_heap_free(pointer)) return false;
    if (!in_kernel) host_freed(pointer);
    return true;
}

}  // namespace

extern "C" {
void* __real_memcpy(void*, const void*, size_t);
void* __real_memmove(void*, const void*, size_t);
void* __real_memset(void*, int, size_t);
void* __real_malloc(size_t);
void* __real_calloc(size_t, size_t);
void* __real_realloc(void*, size_t);
void __real_free(void*);

void* __wrap_memcpy(void* to, const void* from, size_t bytes) {
    check_range<Access::read>(reinterpret_cast<uintptr_t>(from), bytes, CUSET_CODE);
    check_range<Access::write>(reinterpret_cast<uintptr_t>(to), bytes, CUSET_CODE);
    return __real_memcpy(to, from, bytes);
}
void* __wrap_memmove(void* to, const void* from, size_t bytes) {
    check_range<Access::read>(reinterpret_cast<uintptr_t>(from), bytes, CUSET_CODE);
    check_range<Access::write>(reinterpret_cast<uintptr_t>(to), bytes, CUSET_CODE);
    return __real_memmove(to, from, bytes);
}
void* __wrap_memset(void* to, int value, size_t bytes) {
    check_range<Access::write>(reinterpret_cast<uintptr_t>(to), bytes, CUSET_CODE);
    return __real_memset(to, value, bytes);
}
void* __wrap_malloc(size_t bytes) {
    return allocate(bytes, __real_malloc);
}
void* __wrap_calloc(size_t count, size_t bytes) {
    void* pointer = __real_calloc(count, bytes);
    host_allocated(pointer, count * bytes);
    return pointer;
}
void* __wrap_realloc(void* old, size_t bytes) {
    host_freed(old);
    void* pointer = __real_realloc(old, bytes);
    host_allocated(pointer, bytes);
    return pointer;
}
void __wrap_free(void* pointer) {
    if (release(pointer)) __real_free(pointer);
}
}

// operator new and delete, by their symbols.
#define CUSET_NEW(symbol)                            \
    extern "C" void* __real_##symbol(size_t);        \
    extern "C" void* __wrap_##symbol(size_t bytes) { \
        return allocate(bytes, __real_##symbol);     \
    }
#define CUSET_DELETE(symbol, ...)                                   \
    extern "C" void __real_##symbol(void*, ##__VA_ARGS__);          \
    extern "C" void __wrap_##symbol(void* pointer, ##__VA_ARGS__) { \
        if (release(pointer)) __real_free(pointer);                 \
    }
CUSET_NEW(_Znwm)
CUSET_NEW(_Znam)
CUSET_DELETE(_ZdlPv)
CUSET_DELETE(_ZdaPv)
CUSET_DELETE(_ZdlPvm, size_t)
CUSET_DELETE(_ZdaPvm, size_t)
