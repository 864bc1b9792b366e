// What checked mode is told of a source's variables: which side they are on, and how large they are.
#pragma once

#include "cuset/memory.h"

#ifdef __SANITIZE_THREAD__
namespace cuset_rt {
int register_variable(const volatile void* address, size_t bytes, size_t element_bytes, bool on_device,
                      const char* name);
// A copy whose sides have at most that many bytes.
cudaError_t copy_known(void* to, size_t to_room, const void* from, size_t from_room, size_t bytes, cudaMemcpyKind kind);
}  // namespace cuset_rt

// After the declaration of a variable at namespace scope.
#define CUSET_VARIABLE(name, on_device)                                                            \
    static const int cuset_variable_##name =                                                       \
        ::cuset_rt::register_variable(&reinterpret_cast<const volatile char&>(name), sizeof(name), \
                                      ::cuset_rt::ElementBytes<decltype(name)>::value, on_device, #name);

// The compiler knows how large the variables are that these are called with.
inline __attribute__((gnu_inline, always_inline)) cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes,
                                                                         cudaMemcpyKind kind) {
    return cuset_rt::copy_known(to, __builtin_object_size(to, 0), from, __builtin_object_size(from, 0), bytes, kind);
}
inline __attribute__((gnu_inline, always_inline)) cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes,
                                                                              cudaMemcpyKind kind, cudaStream_t) {
    return cuset_rt::copy_known(to, __builtin_object_size(to, 0), from, __builtin_object_size(from, 0), bytes, kind);
}
#else
#define CUSET_VARIABLE(name, on_device)
#endif
