// What the parts of the runtime share. The runtime is linked into every executed program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cuset/launch.h"
#include "cuset/runtime_api.h"
#include "cuset/synchronize.h"
#include "status.h"

namespace cuset_rt {

using cuset::execute::cpu::Fault;

// Device limits, those of compute capability 9.0.
constexpr size_t kStaticSharedLimit = 48 * 1024, kSharedOptInLimit = 227 * 1024;
constexpr unsigned kMaxThreads = 1024, kMaxBlockZ = 64, kMaxGridX = 0x7fffffff, kMaxGridYZ = 65535;
constexpr size_t kDeviceMemory = size_t{80} << 30;

// Records the last error and returns it; success leaves the last one.
cudaError_t set_error(cudaError_t error);

// The first fault is kept and its message is what the user reads.
void record_fault(Fault fault, const char* format, ...) __attribute__((format(printf, 2, 3)));
void count_launch();
int worker_threads();  // that blocks are spread over
// Gives the calling thread a stack for signal handlers.
void prepare_thread();

// Bytes of all static shared variables of the program.
size_t static_shared_bytes();
size_t dynamic_shared_limit();

class FiberPool;

// A worker's place to run blocks: shared memory and fibers, reused from block to block.
class BlockRunner {
   public:
    BlockRunner() = default;
    BlockRunner(const BlockRunner&) = delete;
    BlockRunner& operator=(const BlockRunner&) = delete;
    ~BlockRunner();
    // Sets the built-in variables of the calling thread and runs all threads of the block.
    void run(const Grid& grid, uint3 block);

   private:
    void reserve_shared_memory(size_t dynamic_bytes);

    char* shared_ = nullptr;
    size_t shared_bytes_ = 0;
    FiberPool* fibers_ = nullptr;
};

// Whether an address lies in the guard page below a fiber's stack of the calling thread.
bool in_stack_guard(const void* address);
// Whether a kernel is running on the calling thread.
extern __thread bool in_kernel;

}  // namespace cuset_rt
