// A resident block: its shared memory, and its threads as fibers or as a plain loop.
#pragma once

#include <memory>

#include "fiber_pool.h"

namespace cuset_rt {

// The calling worker leaves a kernel that a fault has ended.
void abandon_block();

class ResidentBlock {
   public:
    // `stack`: bytes for each thread that is a fiber.
    explicit ResidentBlock(unsigned slot, size_t stack = kStack) : slot_(slot), stack_(stack) {}
    ResidentBlock(const ResidentBlock&) = delete;
    ResidentBlock& operator=(const ResidentBlock&) = delete;
    ~ResidentBlock();

    // Begins a block, and runs it until it is finished or waits for other blocks; then resume() goes on.
    Pause run(const Grid& grid, uint3 index);
    Pause resume();
    void release_grid_barrier() { pool_->release_grid_barrier(); }

   private:
    void prepare_shared_memory(size_t dynamic_bytes);
    void enter();  // sets the built-in variables of the calling thread

    unsigned slot_;
    size_t stack_;
    const Grid* grid_ = nullptr;
    uint3 index_{};
    char* shared_ = nullptr;
    size_t shared_capacity_ = 0;
    size_t valid_dynamic_ = 0, valid_static_ = 0;  // checked mode: what is marked so
    std::unique_ptr<FiberPool> pool_;
};

}  // namespace cuset_rt
