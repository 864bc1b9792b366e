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

std::mutex& host_mutex() {
    static auto* mutex = new std::mutex;
    return *mutex;
}
// Sizes as asked for, by address.
std::map<uintptr_t, size_t>& host_blocks() {
    static auto* blocks = new std::map<uintptr_t, size_t>;
    return *blocks;
}

void* made(void* pointer, size_t bytes) {
    const std::lock_guard lock(host_mutex());
    if (pointer != nullptr) host_blocks()[reinterpret_cast<uintptr_t>(pointer)] = bytes;
    return pointer;
}
void gone(void* pointer) {
    const std::lock_guard lock(host_mutex());
    host_blocks().erase(reinterpret_cast<uintptr_t>(pointer));
}

}  // namespace

size_t cuset_rt::check::host_bytes(const void* pointer) {
    const std::lock_guard lock(host_mutex());
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    auto block = host_blocks().upper_bound(address);
    if (block == host_blocks().begin()) return SIZE_MAX;
    --block;
    const size_t before = address - block->first;
    if (before >= block->second) return SIZE_MAX;
    // A library may have freed it, and made another block there.
    constexpr size_t kRounding = 24;
    const size_t usable = ::malloc_usable_size(reinterpret_cast<void*>(block->first));
    return usable < block->second || usable > block->second + kRounding ? SIZE_MAX : block->second - before;
}

extern "C" {
void* __real_memcpy(void*, const void*, size_t);
void* __real_memmove(void*, const void*, size_t);
void* __real_memset(void*, int, size_t);
void* __real_malloc(size_t);
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
    return in_kernel ? device_heap_allocate(bytes) : made(__real_malloc(bytes), bytes);
}
void* __wrap_realloc(void* pointer, size_t bytes) {
    gone(pointer);
    return made(__real_realloc(pointer, bytes), bytes);
}
void __wrap_free(void* pointer) {
    if (device_heap_free(pointer)) return;
    gone(pointer);
    __real_free(pointer);
}
}

// operator new and delete, by their symbols.
#define CUSET_NEW(symbol)                                                                     \
    extern "C" void* __real_##symbol(size_t);                                                 \
    extern "C" void* __wrap_##symbol(size_t bytes) {                                          \
        return in_kernel ? device_heap_allocate(bytes) : made(__real_##symbol(bytes), bytes); \
    }
#define CUSET_DELETE(symbol, ...)                                   \
    extern "C" void __real_##symbol(void*, ##__VA_ARGS__);          \
    extern "C" void __wrap_##symbol(void* pointer, ##__VA_ARGS__) { \
        if (device_heap_free(pointer)) return;                      \
        gone(pointer);                                              \
        __real_free(pointer);                                       \
    }
CUSET_NEW(_Znwm)
CUSET_NEW(_Znam)
CUSET_DELETE(_ZdlPv)
CUSET_DELETE(_ZdaPv)
CUSET_DELETE(_ZdlPvm, size_t)
CUSET_DELETE(_ZdaPvm, size_t)
