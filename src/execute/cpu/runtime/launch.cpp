// Launch checks, and the spreading of blocks over threads.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "internal.h"

__thread uint3 threadIdx, blockIdx;
__thread dim3 blockDim, gridDim;

namespace cuset_rt {

__thread bool in_kernel = false;

namespace {

// Threads that wait for a grid and take its blocks in chunks; the launching thread is one of them.
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
            blocks_ = blocks;
            chunk_ = blocks / (static_cast<uint64_t>(count_) * 16) + 1;
            next_ = 0;
            running_ = count_ - 1;
            ++generation_;
        }
        start_.notify_all();
        take_blocks(own_);
        std::unique_lock lock(mutex_);
        done_.wait(lock, [&] { return running_ == 0; });
    }

   private:
    void serve() {
        prepare_thread();
        BlockRunner runner;
        uint64_t seen = 0;
        std::unique_lock lock(mutex_);
        for (;;) {
            start_.wait(lock, [&] { return generation_ != seen; });
            seen = generation_;
            lock.unlock();
            take_blocks(runner);
            lock.lock();
            if (--running_ == 0) done_.notify_one();
        }
    }

    void take_blocks(BlockRunner& runner) {
        const dim3 size = grid_->configuration->grid;
        for (;;) {
            const uint64_t first = next_.fetch_add(chunk_);
            if (first >= blocks_) return;
            const uint64_t last = first + chunk_ < blocks_ ? first + chunk_ : blocks_;
            for (uint64_t i = first; i < last; ++i)
                runner.run(*grid_, {static_cast<unsigned>(i % size.x), static_cast<unsigned>(i / size.x % size.y),
                                    static_cast<unsigned>(i / size.x / size.y)});
        }
    }

    std::mutex mutex_;
    std::condition_variable start_, done_;
    const Grid* grid_ = nullptr;
    uint64_t blocks_ = 0, chunk_ = 1, generation_ = 0;
    std::atomic<uint64_t> next_{0};
    int count_ = 1, running_ = 0;
    BlockRunner own_;
};

}  // namespace

bool begin_launch(const Configuration& c) {
    if (in_kernel) {
        record_fault(Fault::launch, "a kernel was launched from device code, which is not supported");
        set_error(cudaErrorNotSupported);
        return false;
    }
    count_launch();
    const uint64_t threads = uint64_t{c.block.x} * c.block.y * c.block.z;
    const bool fits = threads > 0 && c.block.x <= kMaxThreads && c.block.y <= kMaxThreads && c.block.z <= kMaxBlockZ &&
                      threads <= kMaxThreads && c.grid.x > 0 && c.grid.y > 0 && c.grid.z > 0 && c.grid.x <= kMaxGridX &&
                      c.grid.y <= kMaxGridYZ && c.grid.z <= kMaxGridYZ;
    if (!fits) {
        set_error(cudaErrorInvalidConfiguration);
        return false;
    }
    if (c.shared_bytes > dynamic_shared_limit()) {
        set_error(cudaErrorInvalidValue);
        return false;
    }
    return true;
}

void run_grid(const Grid& grid) {
    static Workers* workers = new Workers(worker_threads());  // never destroyed: its threads outlive main
    const dim3 size = grid.configuration->grid;
    workers->run(grid, uint64_t{size.x} * size.y * size.z);
}

}  // namespace cuset_rt
