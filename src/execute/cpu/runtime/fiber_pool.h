// A block's threads as fibers that meet at barriers and warp operations.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>

#include "internal.h"

namespace cuset_rt {

namespace context = boost::context::detail;

constexpr size_t kPage = 4096, kStack = 256 * 1024;
constexpr unsigned kWarp = 32;

enum class State : uint8_t { ready, at_barrier, at_warp, at_active_mask, exited };

struct WarpRequest {
    WarpOperation operation;
    unsigned mask;
    uint64_t value, result;
    int source;
};

struct Fiber {
    context::fcontext_t context;
    uint3 thread;
    State state;
    WarpRequest request;
    const char *name, *file;  // what it waits at
    int line;
};

struct Warp {
    unsigned live, waiting;
};

// All fibers of one worker, and the block that they run. A fiber runs thread after thread, block after block; it never
// leaves its worker. The boost::context::fiber class would cost two switches a yield, through a scheduler; here a
// waiting fiber jumps to the next ready one.
class FiberPool {
   public:
    FiberPool() = default;
    FiberPool(const FiberPool&) = delete;
    FiberPool& operator=(const FiberPool&) = delete;
    ~FiberPool();

    // Runs all threads of the block that the built-in variables name.
    void run_block(const Grid& grid);

    BarrierResult barrier(int predicate, const char* file, int line) {
        ++arrived_;
        nonzero_ += predicate != 0;
        if (arrived_ == live_) {
            release_barrier();
        } else {
            wait(State::at_barrier, "__syncthreads", file, line);
        }
        return barrier_result_;
    }

    uint64_t warp(const WarpRequest& request, const char* name, const char* file, int line) {
        Fiber& self = fibers_[current_];
        self.request = request;
        Warp& warp = warps_[current_ / kWarp];
        warp.waiting |= 1u << (current_ % kWarp);
        if (!complete(current_)) wait(State::at_warp, name, file, line);
        return self.request.result;
    }

    unsigned active_mask(const char* file, int line);

    void yield() {
        if (head_ == tail_) return;
        push(current_);
        switch_to_next();
    }

    int lane() const { return static_cast<int>(current_ % kWarp); }

    // Whether an address lies in a guard page below a stack.
    bool guards(const void* address) const {
        const auto offset = static_cast<size_t>(static_cast<const char*>(address) - memory_);
        return offset < memory_bytes_ && offset % (kStack + kPage) < kPage;
    }

   private:
    // Makes fibers for `count_` threads; the stacks' pages are touched only when used.
    void reserve();
    static void fiber_main(context::transfer_t from);

    // Keeps the context of whoever jumped here.
    void save(const context::transfer_t& from) { *static_cast<FiberPool*>(from.data)->leaving_ = from.fctx; }

    void switch_to_next() {
        if (head_ == tail_) resolve_stall();
        const unsigned target = pop();
        if (target == current_) return;
        leaving_ = &fibers_[current_].context;
        current_ = target;
        threadIdx = fibers_[target].thread;
        save(context::jump_fcontext(fibers_[target].context, this));
    }

    void wait(State state, const char* name, const char* file, int line) {
        Fiber& self = fibers_[current_];
        self.state = state;
        self.name = name, self.file = file, self.line = line;
        switch_to_next();
    }

    void exit_thread();
    void release_barrier();
    // Completes the warp operation that fiber `index` asked for, if all live lanes of its mask wait for it.
    bool complete(unsigned index);
    static void compute(Fiber* lanes, unsigned group, WarpOperation operation);
    // Lets the lanes of `waiting` go on with `together` as their active mask.
    void release_together(unsigned first, unsigned waiting, unsigned together);
    // Nothing can run: the lanes of a warp that wait for their active mask have converged as far as they will.
    void resolve_stall();
    [[noreturn]] void report_deadlock();

    void push(unsigned i) {
        fibers_[i].state = State::ready;
        queue_[tail_++ % kMaxThreads] = static_cast<uint16_t>(i);
    }
    unsigned pop() { return queue_[head_++ % kMaxThreads]; }

    const Grid* grid_ = nullptr;
    unsigned count_ = 0, made_ = 0, live_ = 0, current_ = 0;
    unsigned arrived_ = 0, nonzero_ = 0;  // at the barrier
    BarrierResult barrier_result_{};
    unsigned head_ = 0, tail_ = 0;  // of the queue of ready fibers
    context::fcontext_t main_context_ = nullptr;
    context::fcontext_t* leaving_ = &main_context_;
    char* memory_ = nullptr;
    size_t memory_bytes_ = 0;
    uint16_t queue_[kMaxThreads];
    Warp warps_[kMaxThreads / kWarp];
    Fiber fibers_[kMaxThreads];
};

}  // namespace cuset_rt
