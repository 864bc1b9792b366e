// A block's threads as fibers that meet at barriers and warp operations.
#pragma once

#include <cstddef>
#include <cstdint>

#include "context.h"
#include "internal.h"

namespace cuset_rt {

constexpr size_t kStack = 256 * 1024, kSmallestStack = 16 * 1024;
constexpr unsigned kWarp = 32;

enum class State : uint8_t { ready, at_barrier, at_warp, at_active_mask, at_grid_barrier, exited };

struct WarpRequest {
    WarpOperation operation;
    unsigned mask;
    uint64_t value, result;
    int source;
};

// The second barrier of a line of the source comes with 1 in the upper byte of its line number, and so on.
inline int line_of(int barrier) {
    return barrier & 0xffffff;
}

struct Fiber {
    Context context;
    uint3 thread;
    State state;
    WarpRequest request;
    const char *name, *file;  // what it waits at
    int line;
};

struct Warp {
    unsigned live, waiting;
};

// Why a block's fibers have given the worker back.
enum class Pause { finished, spinning, at_grid_barrier };

// All fibers of a resident block. A fiber runs thread after thread, block after block; it never leaves its worker. The
// boost::context::fiber class would cost two switches a yield, through a scheduler; here a waiting fiber jumps to the
// next ready one.
class FiberPool {
   public:
    // `slot` numbers the resident blocks of the worker.
    explicit FiberPool(unsigned slot, size_t stack) : slot_(slot), stack_(stack) {}
    FiberPool(const FiberPool&) = delete;
    FiberPool& operator=(const FiberPool&) = delete;
    ~FiberPool();

    // Makes ready all threads of the block that the built-in variables name.
    void start(const Grid& grid);
    // Runs them until they have exited, or wait for threads of other blocks.
    Pause resume();
    void release_grid_barrier();
    bool cooperative() const { return grid_->cooperative; }

    BarrierResult barrier(int predicate, const char* file, int line) {
        if (check::kOn) check_barrier(file, line);
        ++arrived_;
        if (predicate != 0) ++nonzero_;
        if (arrived_ == live_) {
            release_barrier();
        } else {
            wait(State::at_barrier, "__syncthreads", file, line);
        }
        return barrier_result_;
    }

    uint64_t warp(const WarpRequest& request, const char* name, const char* file, int line) {
        // Where it is reported, the lane goes on alone: waiting for others would hide what comes after.
        if (check::kOn && !check_mask(request.mask, name, file, line)) return request.value;
        Fiber& self = fibers_[current_];
        self.request = request;
        if (check::kOn) self.name = name, self.file = file, self.line = line;
        Warp& warp = warps_[current_ / kWarp];
        warp.waiting |= 1u << (current_ % kWarp);
        if (!complete(current_)) wait(State::at_warp, name, file, line);
        return self.request.result;
    }

    unsigned active_mask(const char* file, int line);
    void grid_barrier(const char* file, int line) { wait(State::at_grid_barrier, "grid.sync", file, line); }

    // A thread that yields may wait for another block, or just have had no effect with its atomic: only many yields
    // without any other progress of the block mean the former.
    void yield() {
        if (++fruitless_yields_ > 64 * (count_ + 64)) {
            if (!release_converged()) return pause(Pause::spinning);
            fruitless_yields_ = 0;
        }
        if (head_ == tail_) return;
        push(current_);
        switch_to_next();
    }

    uint64_t* warp_slots() { return warp_slots_[current_ / kWarp]; }

    // Whether an address lies in a guard page below a stack.
    bool guards(const void* address) const {
        const auto offset = static_cast<size_t>(static_cast<const char*>(address) - memory_);
        return offset < memory_bytes_ && offset % (stack_ + kPage) < kPage;
    }

   private:
    // Makes fibers for `count_` threads; the stacks' pages are touched only when used.
    void reserve();
    static void fiber_main();

    void enter(unsigned target) {
        check::enter_thread(slot_, target);  // first: what it still reports is the thread's before
        current_ = target;
        threadIdx = fibers_[target].thread;
        current_lane = static_cast<int>(target % kWarp);
    }

    void switch_to_next() {
        if (head_ == tail_ && !resolve_stall()) return leave(Pause::at_grid_barrier);
        const unsigned target = pop();
        if (target == current_) return;
        Fiber& self = fibers_[current_];
        enter(target);
        switch_context(&self.context, fibers_[target].context);
    }

    void wait(State state, const char* name, const char* file, int line) {
        Fiber& self = fibers_[current_];
        self.state = state;
        self.name = name, self.file = file, self.line = line;
        switch_to_next();
    }

    // Back to the worker; the current fiber is ready, or waits and will be released.
    void pause(Pause why) {
        push(current_);
        leave(why);
    }
    void leave(Pause why) {
        fruitless_yields_ = 0;
        pause_ = why;
        switch_context(&fibers_[current_].context, main_context_);
    }

    void exit_thread();
    void release_barrier();
    // Completes the warp operation that fiber `index` asked for, if all live lanes of its mask wait for it.
    bool complete(unsigned index);
    static void compute(Fiber* lanes, unsigned group, WarpOperation operation);
    // Lets the lanes of `waiting` go on with `together` as their active mask.
    void release_together(unsigned first, unsigned waiting, unsigned together);
    // The lanes of a warp that wait for their active mask have converged as far as they will: they go on. False: none
    // waits.
    bool release_converged();
    // Nothing can run. False: all that is left waits for the grid.
    bool resolve_stall();
    [[noreturn]] void report_deadlock();
    void check_barrier(const char* file, int line);
    void check_gone_lanes(unsigned index, unsigned gone);
    bool check_mask(unsigned mask, const char* name, const char* file, int line);

    void push(unsigned i) {
        fibers_[i].state = State::ready;
        queue_[tail_++ % kMaxThreads] = static_cast<uint16_t>(i);
    }
    unsigned pop() { return queue_[head_++ % kMaxThreads]; }

    const Grid* grid_ = nullptr;
    unsigned slot_;
    size_t stack_;
    unsigned count_ = 0, made_ = 0, live_ = 0, current_ = 0;
    unsigned arrived_ = 0, nonzero_ = 0;  // at the barrier
    unsigned fruitless_yields_ = 0;       // since a thread of the block got further
    const char* barrier_file_ = nullptr;  // where the first thread arrived
    int barrier_line_ = 0;
    uint3 barrier_thread_{};
    BarrierResult barrier_result_{};
    Pause pause_ = Pause::finished;
    unsigned head_ = 0, tail_ = 0;  // of the queue of ready fibers
    Context main_context_ = nullptr;
    char* memory_ = nullptr;
    size_t memory_bytes_ = 0;
    uint16_t queue_[kMaxThreads];
    Warp warps_[kMaxThreads / kWarp];
    uint64_t warp_slots_[kMaxThreads / kWarp][kWarp];
    Fiber fibers_[kMaxThreads];
};

}  // namespace cuset_rt
