// Runs a block: a plain loop over its threads, or fibers.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "fiber_pool.h"
#include "internal.h"

// Programs declare it under the names of their `extern __shared__` arrays.
__thread char* cuset_dynamic_shared_memory = nullptr;

namespace cuset_rt {

__thread char* shared_memory = nullptr;

namespace {

__thread FiberPool* pool = nullptr;  // of the calling worker, while it runs a block with fibers
size_t static_shared = 0;

}  // namespace

BlockRunner::~BlockRunner() {
    delete fibers_;
    std::free(shared_);
}

void BlockRunner::reserve_shared_memory(size_t dynamic_bytes) {
    const size_t start = (static_shared_bytes() + 255) / 256 * 256, bytes = start + dynamic_bytes + 256;
    if (bytes > shared_bytes_) {
        std::free(shared_);
        shared_bytes_ = bytes;
        shared_ = static_cast<char*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
        if (shared_ == nullptr) std::abort();
        std::memset(shared_, 0xCB, bytes);  // uninitialised shared memory must not look like zeros
    }
    shared_memory = shared_;
    cuset_dynamic_shared_memory = shared_ + start;
}

void BlockRunner::run(const Grid& grid, uint3 block) {
    reserve_shared_memory(grid.configuration->shared_bytes);
    blockIdx = block;
    blockDim = grid.configuration->block;
    gridDim = grid.configuration->grid;
    in_kernel = true;
    if (grid.fibers && blockDim.x * blockDim.y * blockDim.z > 1) {
        if (fibers_ == nullptr) fibers_ = new FiberPool;
        pool = fibers_;
        fibers_->run_block(grid);
        pool = nullptr;
    } else {
        threadIdx = {0, 0, 0};
        grid.run_block(grid.body);
    }
    in_kernel = false;
}

size_t reserve_shared(size_t bytes, size_t alignment) {
    const size_t offset = (static_shared + alignment - 1) / alignment * alignment;
    static_shared = offset + bytes;
    return offset;
}

size_t static_shared_bytes() {
    return static_shared;
}

bool in_stack_guard(const void* address) {
    return pool != nullptr && pool->guards(address);
}

// Without fibers the block has one thread (or the operation cannot be reached).
BarrierResult barrier(int predicate, const char* file, int line) {
    if (pool == nullptr) return {1, predicate != 0};
    return pool->barrier(predicate, file, line);
}

uint64_t warp(WarpOperation operation, unsigned mask, uint64_t value, int source, const char* name, const char* file,
              int line) {
    if (pool != nullptr) return pool->warp({operation, mask, value, 0, source}, name, file, line);
    if (operation == WarpOperation::ballot) return uint64_t{1} << 32 | (value != 0);
    return operation == WarpOperation::match ? 1 : value;
}

unsigned active_mask(const char* file, int line) {
    return pool == nullptr ? 1 : pool->active_mask(file, line);
}

int lane() {
    return pool == nullptr ? 0 : pool->lane();
}

void yield_thread() {
    if (pool != nullptr) pool->yield();
}

void trap(const char* what, const char* file, int line) {
    record_fault(Fault::launch, "%s at %s:%d, block (%u,%u,%u) thread (%u,%u,%u)", what, file, line, blockIdx.x,
                 blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
    std::fflush(stdout);
    ::_exit(1);
}

}  // namespace cuset_rt
