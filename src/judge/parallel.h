// Independent pieces of work on threads, their results taken one by one.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/interrupt.h"

namespace cuset::judge {

// Calls result = work(i) for i in [0, count) on up to `jobs` threads, and consume(i, result) on the calling thread in
// the order in which they finish. The first exception of either stops new work and is thrown when the running pieces
// are done; so is Interrupted.
template <typename Result, typename Work, typename Consume>
void parallel_each(size_t count, int jobs, const Work& work, const Consume& consume) {
    std::atomic<size_t> next{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::condition_variable ready;
    std::deque<std::pair<size_t, Result>> finished;
    std::exception_ptr problem;
    size_t running = std::min<size_t>(static_cast<size_t>(std::max(jobs, 1)), count);
    const auto fail = [&] {
        const std::lock_guard lock(mutex);
        if (!problem) problem = std::current_exception();
        stop = true;
    };
    std::vector<std::thread> threads;
    for (size_t t = running; t > 0; --t)
        threads.emplace_back([&] {
            try {
                for (size_t i = next++; i < count && !stop && interrupted() == 0; i = next++) {
                    Result result = work(i);
                    const std::lock_guard lock(mutex);
                    finished.emplace_back(i, std::move(result));
                    ready.notify_one();
                }
            } catch (...) {
                fail();
            }
            const std::lock_guard lock(mutex);
            --running;
            ready.notify_one();
        });
    std::unique_lock lock(mutex);
    while (running > 0 || !finished.empty()) {
        ready.wait(lock, [&] { return running == 0 || !finished.empty(); });
        while (!finished.empty()) {
            auto [index, result] = std::move(finished.front());
            finished.pop_front();
            lock.unlock();
            try {
                if (!stop) consume(index, std::move(result));
            } catch (...) {
                fail();
            }
            lock.lock();
        }
    }
    lock.unlock();
    for (std::thread& thread : threads) thread.join();
    if (problem) std::rethrow_exception(problem);
    throw_if_interrupted();
}

}  // namespace cuset::judge
