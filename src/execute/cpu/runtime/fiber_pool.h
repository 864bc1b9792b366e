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
// leaves its worker. The boost::context::fiber class would cost two switches a yield, through a scheduler; here a waiting
// fiber jumps to the next ready one.
struct FiberPool {
    ~FiberPool() { ::munmap(memory, memory_bytes); }

    void run_block(const Grid& grid_) {
        grid = &grid_;
        count = blockDim.x * blockDim.y * blockDim.z;
        reserve();
        live = count;
        arrived = nonzero = 0;
        head = tail = 0;
        uint3 thread{0, 0, 0};
        for (unsigned i = 0; i < count; ++i) {
            fibers[i].thread = thread;
            push(i);
            if (++thread.x == blockDim.x) thread.x = 0, ++thread.y;
            if (thread.y == blockDim.y) thread.y = 0, ++thread.z;
        }
        for (unsigned w = 0; w * kWarp < count; ++w) {
            const unsigned lanes = count - w * kWarp;
            warps[w] = {lanes >= kWarp ? 0xffffffffu : (1u << lanes) - 1, 0};
        }
        current = pop();
        threadIdx = fibers[current].thread;
        leaving = &main_context;
        const auto from = context::jump_fcontext(fibers[current].context, this);
        save(from);
    }

    BarrierResult barrier(int predicate, const char* file, int line) {
        ++arrived;
        nonzero += predicate != 0;
        if (arrived == live) {
            release_barrier();
        } else {
            wait(State::at_barrier, "__syncthreads", file, line);
        }
        return barrier_result;
    }

    uint64_t warp(const WarpRequest& request, const char* name, const char* file, int line) {
        Fiber& self = fibers[current];
        self.request = request;
        Warp& warp = warps[current / kWarp];
        warp.waiting |= 1u << (current % kWarp);
        if (!complete(current)) wait(State::at_warp, name, file, line);
        return self.request.result;
    }

    unsigned active_mask(const char* file, int line) {
        const unsigned first = current / kWarp * kWarp, all = warps[current / kWarp].live;
        unsigned others = all & ~(1u << current % kWarp);
        for (unsigned rest = others; rest != 0; rest &= rest - 1) {
            const Fiber& other = fibers[first + static_cast<unsigned>(__builtin_ctz(rest))];
            if (other.state != State::at_active_mask || other.line != line) others = 0;
        }
        if (others != 0 || all == 1u << current % kWarp) {
            release_together(first, others, all);
            return all;
        }
        wait(State::at_active_mask, "__activemask", file, line);
        return static_cast<unsigned>(fibers[current].request.result);
    }

    void yield() {
        if (head == tail) return;
        push(current);
        switch_to_next();
    }

    int lane() const { return static_cast<int>(current % kWarp); }

    static bool guards(const FiberPool* pool, const void* address) {
        if (pool == nullptr) return false;
        const auto offset = static_cast<size_t>(static_cast<const char*>(address) - pool->memory);
        return offset < pool->memory_bytes && offset % (kStack + kPage) < kPage;
    }

   private:
    // Fibers for `count` threads; the stacks' pages are touched only when used.
    void reserve() {
        if (memory == nullptr) {
            memory_bytes = (kStack + kPage) * kMaxThreads;
            void* block = ::mmap(nullptr, memory_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (block == MAP_FAILED) {
                record_fault(Fault::out_of_memory, "no memory for the stacks of a block's threads");
                std::abort();
            }
            memory = static_cast<char*>(block);
        }
        for (; made < count; ++made) {
            char* stack = memory + made * (kStack + kPage) + kPage;  // above its guard page
            ::mprotect(stack, kStack, PROT_READ | PROT_WRITE);
            // Tops at different offsets in their pages, or all stacks would share a few sets of the cache.
            const size_t offset = made * 192 % kPage;
            fibers[made].context = context::make_fcontext(stack + kStack - offset, kStack - offset, fiber_main);
        }
    }

    static void fiber_main(context::transfer_t from) {
        FiberPool& pool = *static_cast<FiberPool*>(from.data);
        pool.save(from);
        for (;;) {
            pool.grid->run_thread(pool.grid->body);
            pool.exit_thread();
        }
    }

    // Keeps the context of whoever jumped here.
    void save(const context::transfer_t& from) { *static_cast<FiberPool*>(from.data)->leaving = from.fctx; }

    void switch_to_next() {
        if (head == tail) resolve_stall();
        const unsigned target = pop();
        if (target == current) return;
        leaving = &fibers[current].context;
        current = target;
        threadIdx = fibers[target].thread;
        save(context::jump_fcontext(fibers[target].context, this));
    }

    void wait(State state, const char* name, const char* file, int line) {
        Fiber& self = fibers[current];
        self.state = state;
        self.name = name, self.file = file, self.line = line;
        switch_to_next();
    }

    void exit_thread() {
        fibers[current].state = State::exited;
        Warp& warp = warps[current / kWarp];
        warp.live &= ~(1u << (current % kWarp));
        if (--live > 0 && arrived == live) release_barrier();
        for (unsigned waiting = warp.waiting; waiting != 0; waiting &= waiting - 1) {
            const unsigned lane = static_cast<unsigned>(__builtin_ctz(waiting));
            if (warp.waiting >> lane & 1) complete(current / kWarp * kWarp + lane);
        }
        if (live > 0) return switch_to_next();
        leaving = &fibers[current].context;
        save(context::jump_fcontext(main_context, this));
    }

    void release_barrier() {
        barrier_result = {arrived, nonzero};
        arrived = nonzero = 0;
        for (unsigned i = 0; i < count; ++i)
            if (fibers[i].state == State::at_barrier) push(i);
    }

    // Completes the warp operation that fiber `index` asked for, if all live lanes of its mask wait for it.
    bool complete(unsigned index) {
        Fiber* lanes = fibers + index / kWarp * kWarp;
        Warp& warp = warps[index / kWarp];
        const WarpRequest& asked = fibers[index].request;
        const unsigned group = asked.mask & warp.live;
        if ((group & ~warp.waiting) != 0) return false;
        for (unsigned rest = group; rest != 0; rest &= rest - 1) {
            const WarpRequest& other = lanes[__builtin_ctz(rest)].request;
            if (other.mask != asked.mask || other.operation != asked.operation) return false;
        }
        compute(lanes, group, asked.operation);
        warp.waiting &= ~group;
        for (unsigned rest = group; rest != 0; rest &= rest - 1) {
            const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
            if (lanes[lane].state == State::at_warp) push(index / kWarp * kWarp + lane);
        }
        return true;
    }

    static void compute(Fiber* lanes, unsigned group, WarpOperation operation);
    // Lets the lanes of `waiting` go on with `together` as their active mask.
    void release_together(unsigned first, unsigned waiting, unsigned together) {
        for (unsigned rest = waiting; rest != 0; rest &= rest - 1) {
            const unsigned i = first + static_cast<unsigned>(__builtin_ctz(rest));
            fibers[i].request.result = together;
            push(i);
        }
    }
    void resolve_stall();
    [[noreturn]] void report_deadlock();

    void push(unsigned i) {
        fibers[i].state = State::ready;
        queue[tail++ % kMaxThreads] = static_cast<uint16_t>(i);
    }
    unsigned pop() { return queue[head++ % kMaxThreads]; }

    const Grid* grid = nullptr;
    unsigned count = 0, made = 0, live = 0, current = 0;
    unsigned arrived = 0, nonzero = 0;  // at the barrier
    BarrierResult barrier_result{};
    unsigned head = 0, tail = 0;  // of the queue of ready fibers
    context::fcontext_t main_context = nullptr;
    context::fcontext_t* leaving = &main_context;
    char* memory = nullptr;
    size_t memory_bytes = 0;
    uint16_t queue[kMaxThreads];
    Warp warps[kMaxThreads / kWarp];
    Fiber fibers[kMaxThreads];

};

}  // namespace cuset_rt
