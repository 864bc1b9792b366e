// Switching from one stack to another.
#pragma once

#include <cstddef>
#include <cstdint>

#if !defined(__x86_64__)
#include <boost/context/detail/fcontext.hpp>
#endif

namespace cuset_rt {

// make_context<entry>(top, bytes): a context that begins with entry(), which never returns, on the `bytes` below `top`.
// switch_context(&left, to): keeps the running context in `left` and goes on with `to`.
using Context = void*;

#if defined(__x86_64__)

// Boost.Context also saves and loads the floating point control words, which is a fifth of a barrier's time; whoever
// changes them here sets them back before the thread waits.
template <void (*entry)()>
Context make_context(char* top, size_t) {
    auto* stack = reinterpret_cast<void**>(reinterpret_cast<uintptr_t>(top) / 16 * 16);
    *--stack = nullptr;  // where `entry` would return to
    *--stack = reinterpret_cast<void*>(entry);
    return stack;
}

inline __attribute__((always_inline)) void switch_context(Context* left, Context to) {
    asm volatile(
        "leaq -128(%%rsp), %%rsp\n\t"  // below the red zone
        "pushq %%rbp\n\tpushq %%rbx\n\t"
        "leaq 1f(%%rip), %%rcx\n\tpushq %%rcx\n\t"
        "movq %%rsp, (%%rdi)\n\t"
        "movq %%rsi, %%rsp\n\t"
        "popq %%rcx\n\tjmpq *%%rcx\n"
        "1:\tpopq %%rbx\n\tpopq %%rbp\n\t"
        "leaq 128(%%rsp), %%rsp"
        : "+D"(left), "+S"(to)
        :
        : "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3",
          "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15",
          "memory", "cc");
}

#else

namespace fcontext = boost::context::detail;

inline void keep_left(const fcontext::transfer_t& from) {
    *static_cast<Context*>(from.data) = from.fctx;
}
template <void (*entry)()>
Context make_context(char* top, size_t bytes) {
    return fcontext::make_fcontext(top, bytes, [](fcontext::transfer_t from) {
        keep_left(from);
        entry();
    });
}
inline void switch_context(Context* left, Context to) {
    keep_left(fcontext::jump_fcontext(to, left));
}

#endif

}  // namespace cuset_rt
