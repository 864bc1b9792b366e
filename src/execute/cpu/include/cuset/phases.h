// Kernels that run a block in phases: from one barrier to the next a loop over the block's threads.
#pragma once

#include <stdlib.h>

#include "cuset/launch.h"

#ifndef CUSET_RUNTIME
namespace cuset_rt {

// The threads of the running block. `sets_index`: other functions than the kernel look at threadIdx. `may_leave`: some
// threads may return before the kernel's end.
template <bool sets_index, bool may_leave>
class Phases {
   public:
    // Without initialisers for `gone_`: most threads never leave.
    Phases() : size_(blockDim), count_(size_.x * size_.y * size_.z), live_(count_) {}

    unsigned count() const { return count_; }
    bool all_left() const { return live_ == 0; }
    void leave(size_t thread) {
        if (live_ == count_) __builtin_memset(gone_, 0, count_);
        gone_[thread] = 1;
        --live_;
    }

    // Calls phase(threadIdx, its number) for each thread that has not left. Nothing orders the threads of a phase, so
    // that the loop may become vectors.
    template <class Phase>
    __attribute__((always_inline)) void each(Phase phase) {
        if (may_leave && live_ < count_) return each_live(phase);
        for (unsigned z = 0; z < size_.z; ++z)
            for (unsigned y = 0; y < size_.y; ++y) {
                const size_t row = (z * size_.y + y) * size_.x;
#pragma omp simd
                for (unsigned x = 0; x < size_.x; ++x) run(phase, {x, y, z}, row + x);
            }
    }

   private:
    template <class Phase>
    __attribute__((always_inline)) void run(Phase& phase, uint3 index, size_t thread) {
        if (sets_index) threadIdx = index;
        phase(index, thread);
    }
    template <class Phase>
    void each_live(Phase& phase) {
        unsigned thread = 0;
        for (unsigned z = 0; z < size_.z; ++z)
            for (unsigned y = 0; y < size_.y; ++y)
                for (unsigned x = 0; x < size_.x; ++x, ++thread)
                    if (gone_[thread] == 0) run(phase, {x, y, z}, thread);
    }

    const dim3 size_;
    const unsigned count_;
    unsigned live_;
    unsigned char gone_[may_leave ? 1024 : 1];
};

// A variable of each thread that lives over several phases.
template <class T>
class PerThread {
   public:
    static_assert(__is_trivially_copyable(T), "is copied from phase to phase");
    template <class P>
    explicit PerThread(const P& phases) : values_(allocate(phases.count())) {}
    template <class P>
    PerThread(const P& phases, const T& value) : PerThread(phases) {
        for (unsigned i = 0; i < phases.count(); ++i) set(i, value);
    }
    PerThread(const PerThread&) = delete;
    ~PerThread() { ::free(values_); }

    T& operator[](size_t thread) { return values_[thread]; }
    void set(size_t thread, const T& value) {
        __builtin_memcpy(static_cast<void*>(values_ + thread), __builtin_addressof(value), sizeof(T));
    }

   private:
    static T* allocate(size_t count) {
        constexpr size_t kLine = 64;
        void* memory = ::aligned_alloc(kLine, (count * sizeof(T) + kLine - 1) / kLine * kLine);
        if (memory == nullptr) __builtin_trap();
        return reinterpret_cast<T*>(memory);
    }
    T* values_;
};

}  // namespace cuset_rt
#endif
