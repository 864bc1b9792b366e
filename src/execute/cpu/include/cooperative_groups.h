// Cooperative groups of a block: thread_block, tiles of a warp, coalesced threads.
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {

class thread_block {
   public:
    void sync(CUSET_HERE) const { cuset_rt::barrier(0, file, line); }
    static unsigned thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
    static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    static unsigned num_threads() { return size(); }
    static dim3 group_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 group_dim() { return blockDim; }
    static dim3 dim_threads() { return blockDim; }
};
inline thread_block this_thread_block() {
    return {};
}

// The lanes of one warp in `mask`, ranked by lane.
class coalesced_group {
   public:
    explicit coalesced_group(unsigned mask) : mask_(mask) {}
    unsigned size() const { return static_cast<unsigned>(__builtin_popcount(mask_)); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const {
        return static_cast<unsigned>(__builtin_popcount(mask_ & ((1u << cuset_rt::lane()) - 1)));
    }
    void sync(CUSET_HERE) const { __syncwarp(mask_, file, line); }
    template <class T>
    T shfl(T value, unsigned rank, CUSET_HERE) const {
        return cuset_rt::shuffle(mask_, value, lane_of(rank), "shfl", file, line);
    }
    template <class T>
    T shfl_down(T value, unsigned delta, CUSET_HERE) const {
        const unsigned rank = thread_rank() + delta;
        return cuset_rt::shuffle(mask_, value, rank < size() ? lane_of(rank) : cuset_rt::lane(), "shfl_down", file,
                                 line);
    }
    template <class T>
    T shfl_up(T value, unsigned delta, CUSET_HERE) const {
        const unsigned rank = thread_rank();
        return cuset_rt::shuffle(mask_, value, rank >= delta ? lane_of(rank - delta) : cuset_rt::lane(), "shfl_up",
                                 file, line);
    }
    int any(int predicate, CUSET_HERE) const { return __any_sync(mask_, predicate, file, line); }
    int all(int predicate, CUSET_HERE) const { return __all_sync(mask_, predicate, file, line); }
    unsigned ballot(int predicate, CUSET_HERE) const {
        const unsigned lanes = __ballot_sync(mask_, predicate, file, line);
        unsigned votes = 0;
        for (unsigned rank = 0; rank < size(); ++rank) votes |= (lanes >> lane_of(rank) & 1) << rank;
        return votes;
    }

   protected:
    int lane_of(unsigned rank) const {
        unsigned rest = mask_;
        while (rank-- > 0) rest &= rest - 1;
        return __builtin_ctz(rest);
    }
    unsigned mask_;
};
inline coalesced_group coalesced_threads(CUSET_HERE) {
    return coalesced_group(__activemask(file, line));
}

// `Size` threads that follow each other in a warp; Size is a power of two up to 32.
template <unsigned Size, class Parent = void>
class thread_block_tile : public coalesced_group {
    static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

   public:
    thread_block_tile() : coalesced_group(Size == 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1) << first_lane()) {}
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return static_cast<unsigned>(cuset_rt::lane()) % Size; }
    static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    static unsigned meta_group_size() { return (thread_block::size() + Size - 1) / Size; }
    template <class T>
    T shfl_xor(T value, unsigned lane_mask, CUSET_HERE) const {
        return cuset_rt::shuffle(mask_, value, cuset_rt::lane() ^ static_cast<int>(lane_mask), "shfl_xor", file, line);
    }
    template <class T>
    unsigned match_any(T value, CUSET_HERE) const {
        return __match_any_sync(mask_, value, file, line) >> first_lane();
    }

   private:
    static unsigned first_lane() { return static_cast<unsigned>(cuset_rt::lane()) / Size * Size; }
};
template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
    return {};
}

template <class Group>
inline void sync(const Group& group, CUSET_HERE) {
    group.sync(file, line);
}
template <class Group>
inline unsigned thread_rank(const Group& group) {
    return group.thread_rank();
}

}  // namespace cooperative_groups
