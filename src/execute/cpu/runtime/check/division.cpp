// An integer division by zero ends the program; checked mode says where.
#include <ucontext.h>

#include <csignal>

#include "internal.h"

namespace cuset_rt::check {
namespace {

// One byte on: addresses of code are those that calls return to.
uintptr_t code_address(void* context) {
    const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return static_cast<uintptr_t>(machine.gregs[REG_RIP]) + 1;
#else
    return machine.pc + 1;
#endif
}

void on_division(int signal, siginfo_t*, void* context) {
    report_address(Kind::assert_failed, code_address(context), "an integer division by zero, or one that overflows");
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

__attribute__((constructor(102))) void start() {
    struct sigaction action {};
    action.sa_sigaction = on_division;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigaction(SIGFPE, &action, nullptr);
}

}  // namespace
}  // namespace cuset_rt::check
