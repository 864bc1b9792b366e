// What the parts of the runtime share. The runtime is linked into every executed program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "check/check.h"
#include "cuset/launch.h"
#include "cuset/runtime_api.h"
#include "cuset/synchronize.h"
#include "status.h"

namespace cuset_rt {

using cuset::execute::cpu::Fault;
using cuset::execute::cpu::Kind;

// Device limits, those of compute capability 9.0.
constexpr size_t kStaticSharedLimit = 48 * 1024, kSharedOptInLimit = 227 * 1024;
constexpr unsigned kMaxThreads = 1024, kMaxBlockZ = 64, kMaxGridX = 0x7fffffff, kMaxGridYZ = 65535;
constexpr size_t kDeviceMemory = size_t{80} << 30;
constexpr size_t kPage = 4096;  // of the host
constexpr unsigned kMultiprocessors = 132, kThreadsPerMultiprocessor = 2048;

// Memory that nothing has written does not look like zeros, and differs between the two kinds.
constexpr int kDevicePoison = 0xCB, kSharedPoison = 0xDB;

// Records the last error and returns it; success leaves the last one.
cudaError_t set_error(cudaError_t error);

// The first fault is kept and its message is what the user reads.
void record_fault(Fault fault, const char* format, ...) __attribute__((format(printf, 2, 3)));
cuset::execute::cpu::ProgramStatus* program_status();
void count_launch();
int worker_threads();  // that blocks are spread over
double time_limit();   // seconds for the whole program; 0: none
// Gives the calling thread a stack for signal handlers.
void prepare_thread();

size_t dynamic_shared_limit();
// Where a block's dynamic shared memory begins, after the static variables.
size_t dynamic_shared_offset();
struct SharedVariable {
    size_t offset, bytes, element_bytes;
    const char* name;
};
// The shared variable that an offset into a block's shared memory lies in, or the one before it.
bool nearest_shared(size_t offset, SharedVariable* variable);

// Copies and fills of checked arguments; checked mode learns of them.
void move_bytes(void* to, const void* from, size_t bytes);
void set_bytes(void* to, int value, size_t bytes);

// Device memory. The allocation, live or freed, that an address lies in or is next to.
struct Allocation {
    const char* begin;
    size_t bytes, element_bytes;  // element_bytes: 0 where the program does not tell
    const char* name;
    bool freed, host_visible;
};
bool nearest_allocation(const void* address, Allocation* allocation);
// malloc, new and free of kernels, in checked mode.
void* device_heap_allocate(size_t bytes);
bool device_heap_free(void* pointer);  // false: not from there

// Whether an address lies in the guard page below a fiber's stack of the calling thread.
bool in_stack_guard(const void* address);
bool in_fiber();  // whether the calling thread runs a kernel's thread as a fiber
// Whether a kernel is running on the calling thread.
extern __thread bool in_kernel;
// The error that a kernel's fault has left; every later call returns it.
cudaError_t kernel_fault();
// After a fault in a kernel: its launch ends here, with an error that stays. Checked mode ends the program.
[[noreturn]] void abandon_kernel(cudaError_t error);
[[noreturn]] void stop_program();  // after a fault that leaves nothing to continue

}  // namespace cuset_rt
