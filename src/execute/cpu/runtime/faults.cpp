// What goes wrong while a program runs, told to the process that started it.
#include <fcntl.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "internal.h"

namespace cuset_rt {
namespace {

using cuset::execute::cpu::ProgramStatus;

ProgramStatus own_status{};
ProgramStatus* status = &own_status;
int threads = 1;
double seconds = 0;

#ifdef CUSET_CHECK
// Of the instruction that a signal interrupted, one byte on: addresses of code are those that calls return to.
uintptr_t code_address(void* context) {
    const auto& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return static_cast<uintptr_t>(machine.gregs[REG_RIP]) + 1;
#else
    return machine.pc + 1;
#endif
}
// With the calls on top of the stack: a stack may run over in a function of the runtime.
check::Callers code_and_callers(void* context) {
    check::Callers found{};
    size_t used = 0;
    found.addresses[used++] = check::symbol_address(code_address(context));
#if defined(__x86_64__)
    const auto* stack =
        reinterpret_cast<const uintptr_t*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
    constexpr int kWords = 64;
    for (int i = 0; i < kWords && used < sizeof found.addresses / sizeof found.addresses[0]; ++i)
        if (check::is_program_code(stack[i])) found.addresses[used++] = check::symbol_address(stack[i]);
#endif
    return found;
}
#endif

void tell_division([[maybe_unused]] void* context, const char* where) {
#ifdef CUSET_CHECK
    check::report_address(Kind::assert_failed, code_address(context), "divides an integer by zero");
#endif
    record_fault(Fault::segmentation, "integer division by zero %s", where);
}

void tell_segmentation(const siginfo_t* info, [[maybe_unused]] void* context, const char* where) {
    const bool overflow = in_stack_guard(info->si_addr);
#ifdef CUSET_CHECK
    char text[120];
    std::snprintf(text, sizeof text, "%s %p",
                  overflow ? "needs more stack than a thread has, at" : "accesses memory that is not there, at",
                  info->si_addr);
    // The processor refuses a vector access at an address that is no multiple of its size without naming the address.
    if (overflow) {
        check::report_callers(Kind::stack_overflow, code_and_callers(context), text);
    } else if (info->si_code == SI_KERNEL && info->si_addr == nullptr) {
        check::report_address(Kind::misaligned, code_address(context), "a vector access at a misaligned address");
    } else {
        check::report_address(in_kernel ? Kind::out_of_bounds : Kind::host_access, code_address(context), text);
    }
#endif
    record_fault(Fault::segmentation, "segmentation fault (%s) at address %p %s",
                 overflow ? "stack overflow" : "out-of-bounds access?", info->si_addr, where);
}

// Runs on the alternative stack: formats without allocation and leaves the signal's own end to happen.
void on_fault(int signal, siginfo_t* info, void* context) {
    char where[160] = "in host code";
    // In a plain loop over the threads the compiler keeps threadIdx in a register.
    if (in_kernel && in_fiber())
        std::snprintf(where, sizeof where, "in a kernel, block (%u,%u,%u) thread (%u,%u,%u)", blockIdx.x, blockIdx.y,
                      blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
    else if (in_kernel)
        std::snprintf(where, sizeof where, "in a kernel, block (%u,%u,%u)", blockIdx.x, blockIdx.y, blockIdx.z);
    if (signal == SIGFPE) {
        tell_division(context, where);
    } else {
        tell_segmentation(info, context, where);
        if (in_kernel && !check::kOn) {
            sigset_t own;
            ::sigemptyset(&own);
            ::sigaddset(&own, signal);
            ::pthread_sigmask(SIG_UNBLOCK, &own, nullptr);  // as a return from here would
            abandon_kernel(in_stack_guard(info->si_addr) ? cudaErrorHardwareStackError : cudaErrorIllegalAddress);
        }
    }
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

void on_new_failure() {
    record_fault(Fault::out_of_memory, "operator new failed");
    throw std::bad_alloc();
}

// Before the program's own initialisers. Outside run() the variables are missing.
__attribute__((constructor(101))) void start() {
    if (const char* count = std::getenv(cuset::execute::cpu::kThreadsVariable)) threads = std::atoi(count);
    if (const char* limit = std::getenv(cuset::execute::cpu::kTimeVariable)) seconds = std::atof(limit);
    prepare_thread();
    struct sigaction action {};
    action.sa_sigaction = on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigaction(SIGSEGV, &action, nullptr);
    ::sigaction(SIGBUS, &action, nullptr);
    ::sigaction(SIGFPE, &action, nullptr);
    std::set_new_handler(on_new_failure);
    const char* path = std::getenv(cuset::execute::cpu::kStatusVariable);
    if (path == nullptr) return;
    const int fd = ::open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0) {
        void* page = ::mmap(nullptr, sizeof(ProgramStatus), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (page != MAP_FAILED) status = static_cast<ProgramStatus*>(page);
        ::close(fd);
    }
    ::unsetenv(cuset::execute::cpu::kStatusVariable);
}

}  // namespace

void record_fault(Fault fault, const char* format, ...) {
    char message[sizeof status->message];
    va_list arguments;
    va_start(arguments, format);
    const int length = std::vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    const bool first = length >= 0 && __atomic_exchange_n(reinterpret_cast<uint32_t*>(&status->fault),
                                                          static_cast<uint32_t>(fault), __ATOMIC_SEQ_CST) == 0;
    if (first) std::memcpy(status->message, message, sizeof message);
    // The process that started the program says the first one, once it has ended.
    if (!first || status == &own_status) std::fprintf(stderr, "cuset: %s\n", message);
}

ProgramStatus* program_status() {
    return status;
}

void stop_program() {
    std::fflush(stdout);
    ::_exit(1);
}

void count_launch() {
    __atomic_fetch_add(&status->launches, 1, __ATOMIC_RELAXED);
}

int worker_threads() {
    return threads < 1 ? 1 : threads > 256 ? 256 : threads;
}

double time_limit() {
    return seconds;
}

void prepare_thread() {
    constexpr size_t kBytes = 64 * 1024;
    void* memory = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack{};
    stack.ss_sp = memory;
    stack.ss_size = kBytes;
    ::sigaltstack(&stack, nullptr);
}

}  // namespace cuset_rt
