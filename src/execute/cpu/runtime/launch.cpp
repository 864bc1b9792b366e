// Checks launches, and spreads a grid's blocks over the workers.
#undef _FORTIFY_SOURCE  // its longjmp takes one from a fiber's stack for a mistake
#include <setjmp.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "block.h"

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace cuset_rt {

__thread bool in_kernel = false;

namespace {

// Addresses for the stacks of the blocks that are resident at once, each with a guard page.
constexpr size_t kAllStacks = size_t{5} << 30;

uint3 block_index(const Grid& grid, uint64_t i) {
    const dim3 size = grid.configuration->grid;
    return {static_cast<unsigned>(i % size.x), static_cast<unsigned>(i / size.x % size.y),
            static_cast<unsigned>(i / size.x / size.y)};
}

size_t stack_for(uint64_t threads) {
    return std::clamp(kAllStacks / threads / kPage * kPage - kPage, kSmallestStack, kStack);
}

__thread sigjmp_buf* way_out = nullptr;  // of a kernel

// False when a fault has ended the work: what it owned is lost, and no kernel runs afterwards.
template <class Work>
bool run_to_the_end(Work work) {
    sigjmp_buf here;
    way_out = check::kOn ? nullptr : &here;
    const bool faulty = sigsetjmp(here, 0) != 0;
    if (faulty) {
        abandon_block();
    } else {
        work();
    }
    way_out = nullptr;
    return !faulty;
}

// The blocks of a grid that no worker has taken yet.
class Supply {
   public:
    void reset(uint64_t blocks, uint64_t chunk) { next_ = 0, blocks_ = blocks, chunk_ = chunk; }
    uint64_t taken() const { return std::min(next_.load(std::memory_order_relaxed), blocks_); }
    uint64_t blocks() const { return blocks_; }
    void stop() { next_.store(blocks_); }
    bool take(uint64_t* first, uint64_t* last) {
        *first = next_.fetch_add(chunk_);
        *last = std::min(*first + chunk_, blocks_);
        return *first < blocks_;
    }

   private:
    std::atomic<uint64_t> next_{0};
    uint64_t blocks_ = 0, chunk_ = 1;
};

// Stops a program at once whose kernel would need far more than the time limit, instead of at the limit: judged by the
// blocks that are done when a tenth of the limit is over.
class Estimate {
   public:
    void begin() { begin_ = now(); }
    // Before each block of a worker. The clock is read about once a millisecond.
    void look(const Supply& supply) {
        if (++seen_ < next_look_) return;
        const double limit = time_limit(), elapsed = now() - begin_;
        next_look_ = seen_ + static_cast<uint64_t>(1e-3 / (elapsed / static_cast<double>(seen_) + 1e-9));
        if (limit <= 0 || elapsed < limit / 10) return;
        const double expected = elapsed * static_cast<double>(supply.blocks()) / static_cast<double>(supply.taken());
        if (expected < 4 * limit) return;
        record_fault(Fault::too_large, "too large: the kernel needs about %.0f s here, the limit is %.0f s", expected,
                     limit);
        stop_program();
    }

   private:
    static double now() {
        timespec t;
        clock_gettime(CLOCK_MONOTONIC, &t);
        return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
    }
    double begin_ = 0;
    uint64_t seen_ = 0, next_look_ = 2;
};

// Runs blocks one after another. When a block's threads only wait for other blocks, later blocks become resident beside
// it, and they take turns: as on a device, where they would be on other multiprocessors.
class Worker {
   public:
    void run(const Grid& grid, Supply& supply) {
        if (!run_to_the_end([&] { run_blocks(grid, supply); })) supply.stop();
    }

   private:
    void run_blocks(const Grid& grid, Supply& supply) {
        supply_ = &supply;
        next_ = last_ = 0;
        Estimate estimate;
        estimate.begin();
        uint3 index;
        while (take(grid, &index)) {
            estimate.look(supply);
            if (resident(0, kStack).run(grid, index) != Pause::finished) take_turns(grid);
        }
    }

    bool take(const Grid& grid, uint3* index) {
        if (next_ == last_ && !supply_->take(&next_, &last_)) {
            next_ = last_ = 0;
            return false;
        }
        *index = block_index(grid, next_++);
        return true;
    }

    ResidentBlock& resident(unsigned slot, size_t stack) {
        while (residents_.size() <= slot)
            residents_.push_back(std::make_unique<ResidentBlock>(static_cast<unsigned>(residents_.size()), stack));
        return *residents_[slot];
    }

    // Block 0 spins. A new block becomes resident whenever a whole turn has finished none.
    void take_turns(const Grid& grid) {
        check::begin_interleaving();
        const dim3 b = grid.configuration->block;
        const unsigned threads = b.x * b.y * b.z;
        const unsigned most = kMultiprocessors * std::min(32u, kThreadsPerMultiprocessor / threads);
        const size_t stack = stack_for(uint64_t{most} * threads);
        std::vector<unsigned> unfinished{0};
        unsigned made = 1;
        while (!unfinished.empty()) {
            const size_t before = unfinished.size();
            std::erase_if(unfinished, [&](unsigned slot) { return residents_[slot]->resume() == Pause::finished; });
            uint3 index;
            if (unfinished.size() < before || made == most || !take(grid, &index)) continue;
            if (resident(made, stack).run(grid, index) != Pause::finished) unfinished.push_back(made);
            ++made;
        }
    }

    std::vector<std::unique_ptr<ResidentBlock>> residents_;
    Supply* supply_ = nullptr;
    uint64_t next_ = 0, last_ = 0;
};

// Threads that wait for a grid and share its blocks; the launching thread is one of them.
class Workers {
   public:
    explicit Workers(int count) {
        for (int i = 1; i < count; ++i) std::thread([this] { serve(); }).detach();
        count_ = count;
    }

    void run(const Grid& grid, uint64_t blocks) {
        {
            const std::lock_guard lock(mutex_);
            grid_ = &grid;
            supply_.reset(blocks, blocks / (static_cast<uint64_t>(count_) * 16) + 1);
            running_ = count_ - 1;
            ++generation_;
        }
        start_.notify_all();
        own_.run(grid, supply_);
        std::unique_lock lock(mutex_);
        done_.wait(lock, [&] { return running_ == 0; });
    }

   private:
    void serve() {
        prepare_thread();
        Worker worker;
        uint64_t seen = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            start_.wait(lock, [&] { return generation_ != seen; });
            seen = generation_;
            lock.unlock();
            worker.run(*grid_, supply_);
            lock.lock();
            if (--running_ == 0) done_.notify_one();
        }
    }

    std::mutex mutex_;
    std::condition_variable start_, done_;
    const Grid* grid_ = nullptr;
    Supply supply_;
    uint64_t generation_ = 0;
    int count_ = 1, running_ = 0;
    Worker own_;
};

// All blocks are resident, and one worker runs them in turn.
void run_cooperative(const Grid& grid, uint64_t blocks) {
    const dim3 b = grid.configuration->block;
    const size_t stack = stack_for(blocks * b.x * b.y * b.z);
    check::begin_interleaving();
    std::vector<std::unique_ptr<ResidentBlock>> residents;
    std::vector<Pause> states;
    for (uint64_t i = 0; i < blocks; ++i) {
        residents.push_back(std::make_unique<ResidentBlock>(static_cast<unsigned>(i), stack));
        states.push_back(residents.back()->run(grid, block_index(grid, i)));
    }
    for (;;) {
        bool at_barrier = false, spinning = false;
        for (size_t i = 0; i < blocks; ++i) {
            if (states[i] == Pause::spinning) states[i] = residents[i]->resume();
            at_barrier |= states[i] == Pause::at_grid_barrier;
            spinning |= states[i] == Pause::spinning;
        }
        if (spinning) continue;
        if (!at_barrier) return;
        check::grid_barrier();
        for (size_t i = 0; i < blocks; ++i)
            if (states[i] == Pause::at_grid_barrier) residents[i]->release_grid_barrier();
        for (size_t i = 0; i < blocks; ++i)
            if (states[i] == Pause::at_grid_barrier) states[i] = residents[i]->resume();
    }
}

bool fail(cudaError_t error, const char* why) {
    check::report(Kind::launch_error, "%s: the kernel does not run (%s)", why, cudaGetErrorName(error));
    check::launch_failed(cudaGetErrorName(error));
    set_error(error);
    return false;
}

}  // namespace

bool begin_launch(const Configuration& c) {
    if (in_kernel) {
        record_fault(Fault::unsupported, "not supported on the CPU: a kernel launch from device code");
        stop_program();
    }
    count_launch();
    if (kernel_fault() != cudaSuccess) return false;
    const uint64_t threads = uint64_t{c.block.x} * c.block.y * c.block.z;
    if (threads == 0 || c.block.x > kMaxThreads || c.block.y > kMaxThreads || c.block.z > kMaxBlockZ ||
        threads > kMaxThreads)
        return fail(cudaErrorInvalidConfiguration, "a block has 1 to 1024 threads, at most 64 of them in z");
    if (c.grid.x == 0 || c.grid.y == 0 || c.grid.z == 0 || c.grid.x > kMaxGridX || c.grid.y > kMaxGridYZ ||
        c.grid.z > kMaxGridYZ)
        return fail(cudaErrorInvalidConfiguration, "a grid has 1 to 2147483647 blocks in x, 1 to 65535 in y and z");
    if (c.shared_bytes > (c.kernel != nullptr ? dynamic_shared_limit(c.kernel) : dynamic_shared_limit()))
        return fail(cudaErrorInvalidValue, "more dynamic shared memory than the kernel may have");
    return true;
}

void abandon_kernel(cudaError_t error) {
    set_error(error);
    if (way_out == nullptr) stop_program();
    siglongjmp(*way_out, 1);
}

void run_grid(const Grid& grid) {
    static Workers* workers = new Workers(check::kOn ? 1 : worker_threads());  // its threads outlive main
    static std::mutex one_at_a_time;                                           // host threads may launch at once
    const std::lock_guard lock(one_at_a_time);
    const dim3 size = grid.configuration->grid;
    const uint64_t blocks = uint64_t{size.x} * size.y * size.z;
    check::begin_launch(grid);
    if (grid.cooperative) {
        run_to_the_end([&] { run_cooperative(grid, blocks); });
    } else {
        workers->run(grid, blocks);
    }
    check::end_launch();
}

}  // namespace cuset_rt
