#include "fiber_pool.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cuset_rt {
namespace {

__thread FiberPool* running = nullptr;

}  // namespace

FiberPool::~FiberPool() {
    if (memory_ != nullptr) ::munmap(memory_, memory_bytes_);
}

void FiberPool::start(const Grid& grid) {
    grid_ = &grid;
    count_ = blockDim.x * blockDim.y * blockDim.z;
    reserve();
    live_ = count_;
    arrived_ = nonzero_ = fruitless_yields_ = 0;
    head_ = tail_ = 0;
    uint3 thread{0, 0, 0};
    for (unsigned i = 0; i < count_; ++i) {
        fibers_[i].thread = thread;
        fibers_[i].line = 0;
        push(i);
        if (++thread.x == blockDim.x) thread.x = 0, ++thread.y;
        if (thread.y == blockDim.y) thread.y = 0, ++thread.z;
    }
    for (unsigned w = 0; w * kWarp < count_; ++w) {
        const unsigned lanes = count_ - w * kWarp;
        warps_[w] = {lanes >= kWarp ? 0xffffffffu : (1u << lanes) - 1, 0};
    }
}

Pause FiberPool::resume() {
    enter(pop());
    running = this;
    switch_context(&main_context_, fibers_[current_].context);
    return pause_;
}

void FiberPool::release_grid_barrier() {
    for (unsigned i = 0; i < count_; ++i)
        if (fibers_[i].state == State::at_grid_barrier) push(i);
}

unsigned FiberPool::active_mask(const char* file, int line) {
    const unsigned first = current_ / kWarp * kWarp, all = warps_[current_ / kWarp].live;
    unsigned others = all & ~(1u << current_ % kWarp);
    for (unsigned rest = others; rest != 0; rest &= rest - 1) {
        const Fiber& other = fibers_[first + static_cast<unsigned>(__builtin_ctz(rest))];
        if (other.state != State::at_active_mask || other.line != line) others = 0;
    }
    if (others != 0 || all == 1u << current_ % kWarp) {
        release_together(first, others, all);
        return all;
    }
    wait(State::at_active_mask, "__activemask", file, line);
    return static_cast<unsigned>(fibers_[current_].request.result);
}

void FiberPool::reserve() {
    if (count_ * (stack_ + kPage) > memory_bytes_) {
        if (memory_ != nullptr) ::munmap(memory_, memory_bytes_);
        made_ = 0;
        // The block that is always there may meet any launch; the others are made for one.
        memory_bytes_ = (stack_ + kPage) * (slot_ == 0 ? kMaxThreads : count_);
        // Shared mappings don't count as the program's memory: many blocks may be resident.
        const int kind = slot_ == 0 ? MAP_PRIVATE : MAP_SHARED;
        void* block = ::mmap(nullptr, memory_bytes_, PROT_NONE, kind | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (block == MAP_FAILED) {
            record_fault(Fault::out_of_memory, "no memory for the stacks of a block's threads");
            std::abort();
        }
        memory_ = static_cast<char*>(block);
    }
    // For each block: those of a cooperative launch have had the slot in the meantime.
    check::set_private(slot_, 0, memory_, memory_bytes_);
    check::set_private(slot_, 1, warp_slots_, sizeof warp_slots_);
    for (; made_ < count_; ++made_) {
        char* stack = memory_ + made_ * (stack_ + kPage) + kPage;  // above its guard page
        ::mprotect(stack, stack_, PROT_READ | PROT_WRITE);
        // Tops at different offsets in their pages, or all stacks would share a few sets of the cache.
        const size_t offset = made_ * 192 % kPage;
        fibers_[made_].context = make_context<fiber_main>(stack + stack_ - offset, stack_ - offset);
    }
}

void FiberPool::fiber_main() {
    FiberPool& pool = *running;
    for (;;) {
        pool.grid_->run_thread(pool.grid_->body);
        pool.exit_thread();
    }
}

void FiberPool::exit_thread() {
    check::settle();
    fibers_[current_].state = State::exited;
    Warp& warp = warps_[current_ / kWarp];
    warp.live &= ~(1u << (current_ % kWarp));
    if (--live_ > 0 && arrived_ == live_) release_barrier();
    for (unsigned waiting = warp.waiting; waiting != 0; waiting &= waiting - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(waiting));
        if (warp.waiting >> lane & 1) complete(current_ / kWarp * kWarp + lane);
    }
    fruitless_yields_ = 0;
    if (live_ > 0) return switch_to_next();
    leave(Pause::finished);
}

void FiberPool::release_barrier() {
    barrier_result_ = {arrived_, nonzero_};
    arrived_ = nonzero_ = fruitless_yields_ = 0;
    check::barrier(slot_);
    for (unsigned i = 0; i < count_; ++i)
        if (fibers_[i].state == State::at_barrier) push(i);
}

bool FiberPool::complete(unsigned index) {
    Fiber* lanes = fibers_ + index / kWarp * kWarp;
    Warp& warp = warps_[index / kWarp];
    const WarpRequest& asked = fibers_[index].request;
    const unsigned group = asked.mask & warp.live;
    if ((group & ~warp.waiting) != 0) return false;
    for (unsigned rest = group; rest != 0; rest &= rest - 1) {
        const WarpRequest& other = lanes[__builtin_ctz(rest)].request;
        if (other.mask != asked.mask || other.operation != asked.operation) return false;
        // Votes of several names are one operation here, not on the device.
        if (check::kOn && std::strcmp(lanes[__builtin_ctz(rest)].name, fibers_[index].name) != 0) return false;
    }
    fruitless_yields_ = 0;
    if (check::kOn && (asked.mask & ~warp.live) != 0) check_gone_lanes(index, asked.mask & ~warp.live);
    if (asked.operation == WarpOperation::synchronize) {
        check::warp_barrier(slot_, index / kWarp, group);
    } else {
        compute(lanes, group, asked.operation);
    }
    warp.waiting &= ~group;
    for (unsigned rest = group; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        if (lanes[lane].state == State::at_warp) push(index / kWarp * kWarp + lane);
    }
    return true;
}

void FiberPool::release_together(unsigned first, unsigned waiting, unsigned together) {
    for (unsigned rest = waiting; rest != 0; rest &= rest - 1) {
        const unsigned i = first + static_cast<unsigned>(__builtin_ctz(rest));
        fibers_[i].request.result = together;
        push(i);
    }
}

void FiberPool::compute(Fiber* lanes, unsigned group, WarpOperation operation) {
    const auto each = [&](auto use) {
        for (unsigned rest = group; rest != 0; rest &= rest - 1) use(static_cast<unsigned>(__builtin_ctz(rest)));
    };
    const auto reduce = [&](auto combine) {
        uint64_t total = 0;
        bool first = true;
        each([&](unsigned l) {
            total = first ? lanes[l].request.value : combine(total, lanes[l].request.value);
            first = false;
        });
        each([&](unsigned l) { lanes[l].request.result = total; });
    };
    using Signed = int32_t;
    switch (operation) {
        case WarpOperation::shuffle:
            return each([&](unsigned l) {
                const unsigned source = static_cast<unsigned>(lanes[l].request.source) % kWarp;
                lanes[l].request.result = lanes[group >> source & 1 ? source : l].request.value;
            });
        case WarpOperation::synchronize:
            return;
        case WarpOperation::ballot: {
            uint64_t votes = uint64_t{group} << 32;
            each([&](unsigned l) { votes |= uint64_t{lanes[l].request.value != 0} << l; });
            return each([&](unsigned l) { lanes[l].request.result = votes; });
        }
        case WarpOperation::match:
            return each([&](unsigned l) {
                uint64_t same = 0;
                each([&](unsigned k) { same |= uint64_t{lanes[k].request.value == lanes[l].request.value} << k; });
                lanes[l].request.result = same;
            });
        case WarpOperation::add:
            return reduce([](uint64_t a, uint64_t b) { return a + b; });
        case WarpOperation::minimum:
            return reduce([](uint64_t a, uint64_t b) { return a < b ? a : b; });
        case WarpOperation::maximum:
            return reduce([](uint64_t a, uint64_t b) { return a > b ? a : b; });
        case WarpOperation::minimum_signed:
            return reduce(
                [](uint64_t a, uint64_t b) { return static_cast<Signed>(a) < static_cast<Signed>(b) ? a : b; });
        case WarpOperation::maximum_signed:
            return reduce(
                [](uint64_t a, uint64_t b) { return static_cast<Signed>(a) > static_cast<Signed>(b) ? a : b; });
        case WarpOperation::bit_and:
            return reduce([](uint64_t a, uint64_t b) { return a & b; });
        case WarpOperation::bit_or:
            return reduce([](uint64_t a, uint64_t b) { return a | b; });
        case WarpOperation::bit_xor:
            return reduce([](uint64_t a, uint64_t b) { return a ^ b; });
    }
}

bool FiberPool::release_converged() {
    bool released = false;
    for (unsigned first = 0; first < count_; first += kWarp) {
        for (unsigned leader = first; leader < count_ && leader < first + kWarp; ++leader) {
            if (fibers_[leader].state != State::at_active_mask) continue;
            unsigned together = 0;
            for (unsigned i = leader; i < count_ && i < first + kWarp; ++i)
                if (fibers_[i].state == State::at_active_mask && fibers_[i].line == fibers_[leader].line)
                    together |= 1u << (i - first);
            release_together(first, together, together);
            released = true;
        }
    }
    return released;
}

bool FiberPool::resolve_stall() {
    if (release_converged()) return true;
    for (unsigned i = 0; i < count_; ++i)
        if (fibers_[i].state != State::at_grid_barrier && fibers_[i].state != State::exited) report_deadlock();
    return false;
}

void FiberPool::report_deadlock() {
    char places[300];
    size_t used = 0;
    unsigned exited = 0;
    bool told[kMaxThreads] = {};
    for (unsigned i = 0; i < count_; ++i) {
        exited += fibers_[i].state == State::exited;
        if (fibers_[i].state == State::exited || told[i]) continue;
        unsigned here = 0;
        for (unsigned k = i; k < count_; ++k) {
            if (fibers_[k].state != fibers_[i].state || fibers_[k].line != fibers_[i].line) continue;
            told[k] = true;
            ++here;
        }
        const int n = std::snprintf(places + used, sizeof places - used, "%s%u at %s (%s:%d)", used > 0 ? ", " : "",
                                    here, fibers_[i].name, fibers_[i].file, line_of(fibers_[i].line));
        if (n > 0 && used + static_cast<size_t>(n) < sizeof places) used += static_cast<size_t>(n);
    }
    places[used] = 0;
    if (check::kOn) {
        // At a warp operation that waits for lanes which never come, if there is one.
        const Fiber* at = nullptr;
        for (const Fiber* f = fibers_; f < fibers_ + count_; ++f)
            if (f->state == State::at_warp || (at == nullptr && f->state != State::exited)) at = f;
        check::report_at(Kind::deadlock, at->file, line_of(at->line),
                         "of %u threads wait %s; %u have exited: none can go on", count_, places, exited);
    }
    record_fault(Fault::launch, "deadlock in block (%u,%u,%u): of %u threads wait %s; %u have exited", blockIdx.x,
                 blockIdx.y, blockIdx.z, count_, places, exited);
    stop_program();
}

// All threads of a block must meet at the same barrier; those that have exited count as arrived.
void FiberPool::check_barrier(const char* file, int line) {
    if (arrived_ == 0) {
        barrier_file_ = file, barrier_line_ = line, barrier_thread_ = threadIdx;
    } else if (line != barrier_line_) {
        check::report_at(Kind::divergent_barrier, file, line_of(line),
                         "waits at this __syncthreads while others of its block wait at another");
        check::other_side(barrier_file_, line_of(barrier_line_), "thread (%u,%u,%u) waits", barrier_thread_.x,
                          barrier_thread_.y, barrier_thread_.z);
    }
}

// Lanes of the mask that have exited are not waited for. One whose last warp operation was this very one, with another
// mask, should have met the others here.
void FiberPool::check_gone_lanes(unsigned index, unsigned gone) {
    const Fiber& self = fibers_[index];
    const unsigned first = index / kWarp * kWarp;
    for (; gone != 0; gone &= gone - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(gone));
        if (first + lane >= count_) return;
        const Fiber& other = fibers_[first + lane];
        if (other.line != self.line || other.name != self.name || other.request.mask == self.request.mask) continue;
        check::report_at(Kind::invalid_mask, self.file, line_of(self.line),
                         "%s waits with the mask 0x%08x, but lane %u of it has called it with the mask 0x%08x",
                         self.name, self.request.mask, lane, other.request.mask);
        return;
    }
}

bool FiberPool::check_mask(unsigned mask, const char* name, const char* file, int line) {
    if (mask >> (current_ % kWarp) & 1) return true;
    check::report_at(Kind::invalid_mask, file, line, "lane %u calls %s with the mask 0x%08x, which leaves it out",
                     current_ % kWarp, name, mask);
    return false;
}

}  // namespace cuset_rt
