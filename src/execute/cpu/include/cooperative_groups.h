// Cooperative groups: blocks, grids, tiles of a warp, coalesced threads and their partitions.
#pragma once

#include "cuda_runtime.h"
#include "cuset/lane_exchange.h"

namespace cooperative_groups {

// Any group: a block, a grid, or the lanes of one warp in a mask.
class thread_group {
   public:
    unsigned long long size() const;
    unsigned long long num_threads() const { return size(); }
    unsigned long long thread_rank() const;
    void sync(CUSET_HERE) const;

   protected:
    enum class Kind : unsigned char { block, grid, lanes };
    thread_group(Kind kind, unsigned mask) : kind_(kind), mask_(mask) {}

    static thread_group of_lanes(unsigned mask) { return {Kind::lanes, mask}; }
    friend thread_group tiled_partition(const thread_group& parent, unsigned size);

    Kind kind_;
    unsigned mask_;
};

class thread_block : public thread_group {
   public:
    struct arrival_token {};
    thread_block() : thread_group(Kind::block, 0) {}
    static void sync(CUSET_HERE) { cuset_rt::barrier(0, file, line); }
    // The whole barrier is at the wait: that is one of the orders in which a barrier may release its threads.
    arrival_token barrier_arrive() const { return {}; }
    void barrier_wait(arrival_token&&, CUSET_HERE) const { sync(file, line); }
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

class grid_group : public thread_group {
   public:
    struct arrival_token {};
    grid_group() : thread_group(Kind::grid, 0) {}
    static bool is_valid() { return cuset_rt::grid_is_cooperative(); }
    void sync(CUSET_HERE) const { cuset_rt::grid_barrier(file, line); }
    arrival_token barrier_arrive() const { return {}; }
    void barrier_wait(arrival_token&&, CUSET_HERE) const { sync(file, line); }
    static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    static unsigned long long block_rank() {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static unsigned long long size() { return num_blocks() * thread_block::size(); }
    static unsigned long long num_threads() { return size(); }
    static unsigned long long thread_rank() {
        return block_rank() * thread_block::size() + thread_block::thread_rank();
    }
    static dim3 block_index() { return blockIdx; }
    static dim3 thread_index() { return threadIdx; }
    static dim3 dim_blocks() { return gridDim; }
    static dim3 group_dim() { return gridDim; }
    static dim3 dim_threads() { return blockDim; }
};
inline grid_group this_grid() {
    return {};
}

namespace details {

// Lanes of one warp, ranked by lane, and where the group stands among those that it was divided off with.
class lane_group : public thread_group {
   public:
    unsigned size() const { return cuset_rt::count_bits(mask_); }
    unsigned num_threads() const { return size(); }
    unsigned thread_rank() const { return cuset_rt::count_bits(mask_ & ((1u << cuset_rt::lane()) - 1)); }
    unsigned meta_group_rank() const { return meta_rank_; }
    unsigned meta_group_size() const { return meta_size_; }
    unsigned get_mask() const { return mask_; }
    void sync(CUSET_HERE) const { __syncwarp(mask_, file, line); }

    // From the lane of a rank; beyond the group's ends a lane keeps its own value.
    template <class T>
    T shfl(T value, unsigned rank, CUSET_HERE) const {
        return from(rank % size(), value, "shfl", file, line);
    }
    template <class T>
    T shfl_down(T value, unsigned delta, CUSET_HERE) const {
        const unsigned rank = thread_rank();
        return from(delta < size() - rank ? rank + delta : rank, value, "shfl_down", file, line);
    }
    template <class T>
    T shfl_up(T value, unsigned delta, CUSET_HERE) const {
        const unsigned rank = thread_rank();
        return from(delta <= rank ? rank - delta : rank, value, "shfl_up", file, line);
    }
    int any(int predicate, CUSET_HERE) const { return __any_sync(mask_, predicate, file, line); }
    int all(int predicate, CUSET_HERE) const { return __all_sync(mask_, predicate, file, line); }
    unsigned ballot(int predicate, CUSET_HERE) const {
        return cuset_rt::gather_bits(__ballot_sync(mask_, predicate, file, line), mask_);
    }
    template <class T>
    unsigned match_any(T value, CUSET_HERE) const {
        return cuset_rt::gather_bits(__match_any_sync(mask_, value, file, line), mask_);
    }
    template <class T>
    unsigned match_all(T value, int& predicate, CUSET_HERE) const {
        return cuset_rt::gather_bits(__match_all_sync(mask_, value, &predicate, file, line), mask_);
    }

   protected:
    explicit lane_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
        : thread_group(Kind::lanes, mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
    template <class T>
    T from(unsigned rank, T value, const char* name, const char* file, int line) const {
        return cuset_rt::shuffle_pieces(mask_, value, cuset_rt::lane_of_rank(mask_, rank), name, file, line);
    }

    unsigned meta_rank_, meta_size_;
};

}  // namespace details

class coalesced_group : public details::lane_group {
   public:
    explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
        : lane_group(mask, meta_rank, meta_size) {}
};
inline coalesced_group coalesced_threads(CUSET_HERE) {
    return coalesced_group(__activemask(file, line));
}

// `Size` threads that follow each other in a warp.
template <unsigned Size, class Parent = void>
class thread_block_tile : public details::lane_group {
    static_assert(Size > 0 && (Size & (Size - 1)) == 0, "a tile's size is a power of two");
    static_assert(Size <= 32, "tiles of more than one warp are not supported on the CPU");

   public:
    explicit thread_block_tile(unsigned meta_rank = 0, unsigned meta_size = 1)
        : lane_group(Size == 32 ? 0xffffffffu : ((1u << (Size & 31)) - 1) << first_lane(), meta_rank, meta_size) {}
    template <class OtherParent>
    thread_block_tile(const thread_block_tile<Size, OtherParent>& other)
        : lane_group(other.get_mask(), other.meta_group_rank(), other.meta_group_size()) {}
    static constexpr unsigned size() { return Size; }
    static constexpr unsigned num_threads() { return Size; }
    static unsigned thread_rank() { return static_cast<unsigned>(cuset_rt::lane()) % Size; }
    template <class T>
    T shfl(T value, unsigned rank, CUSET_HERE) const {
        return take(rank % Size, value, "shfl", file, line);
    }
    template <class T>
    T shfl_down(T value, unsigned delta, CUSET_HERE) const {
        const unsigned rank = thread_rank();
        return take(delta < Size - rank ? rank + delta : rank, value, "shfl_down", file, line);
    }
    template <class T>
    T shfl_up(T value, unsigned delta, CUSET_HERE) const {
        const unsigned rank = thread_rank();
        return take(delta <= rank ? rank - delta : rank, value, "shfl_up", file, line);
    }
    template <class T>
    T shfl_xor(T value, unsigned lane_mask, CUSET_HERE) const {
        const unsigned rank = thread_rank();
        return take((rank ^ lane_mask) < Size ? rank ^ lane_mask : rank, value, "shfl_xor", file, line);
    }

   private:
    static unsigned first_lane() { return static_cast<unsigned>(cuset_rt::lane()) / Size * Size; }
    template <class T>
    T take(unsigned rank, T value, const char* name, const char* file, int line) const {
        return cuset_rt::shuffle_pieces(mask_, value, static_cast<int>(first_lane() + rank), name, file, line);
    }
};
inline thread_block_tile<1> this_thread() {
    return thread_block_tile<1>();
}

inline unsigned long long thread_group::size() const {
    return kind_ == Kind::block  ? thread_block::size()
           : kind_ == Kind::grid ? grid_group::size()
                                 : cuset_rt::count_bits(mask_);
}
inline unsigned long long thread_group::thread_rank() const {
    return kind_ == Kind::block  ? thread_block::thread_rank()
           : kind_ == Kind::grid ? grid_group::thread_rank()
                                 : cuset_rt::count_bits(mask_ & ((1u << cuset_rt::lane()) - 1));
}
inline void thread_group::sync(const char* file, int line) const {
    if (kind_ == Kind::block) {
        cuset_rt::barrier(0, file, line);
    } else if (kind_ == Kind::grid) {
        cuset_rt::grid_barrier(file, line);
    } else {
        __syncwarp(mask_, file, line);
    }
}

// Partitions. A tile of a tile or a block holds threads that follow each other there, as they do in the warp.
template <unsigned Size, class Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
    const unsigned rank = static_cast<unsigned>(parent.thread_rank()), size = static_cast<unsigned>(parent.size());
    return thread_block_tile<Size, Parent>(rank / Size, (size + Size - 1) / Size);
}
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
    const unsigned rank = parent.thread_rank() / size;
    unsigned mask = 0, at = 0;
    for (unsigned rest = parent.get_mask(); rest != 0; rest &= rest - 1, ++at)
        if (at / size == rank) mask |= rest & (0 - rest);
    return coalesced_group(mask, rank, (parent.size() + size - 1) / size);
}
inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
    if (parent.kind_ == thread_group::Kind::lanes) return tiled_partition(coalesced_group(parent.mask_), size);
    const unsigned first = static_cast<unsigned>(cuset_rt::lane()) / size * size;
    return thread_group::of_lanes(size >= 32 ? 0xffffffffu : ((1u << size) - 1) << first);
}
inline coalesced_group binary_partition(const details::lane_group& parent, bool predicate, CUSET_HERE) {
    const unsigned votes = __ballot_sync(parent.get_mask(), predicate, file, line);
    return coalesced_group(predicate ? votes : parent.get_mask() & ~votes, predicate, 2);
}
template <class Label>
inline coalesced_group labeled_partition(const details::lane_group& parent, Label label, CUSET_HERE) {
    const unsigned mask = __match_any_sync(parent.get_mask(), label, file, line);
    const unsigned first = static_cast<unsigned>(__builtin_ctz(mask));
    const unsigned firsts =
        __ballot_sync(parent.get_mask(), first == static_cast<unsigned>(cuset_rt::lane()), file, line);
    return coalesced_group(mask, cuset_rt::count_bits(firsts & ((1u << first) - 1)), cuset_rt::count_bits(firsts));
}

template <class Group>
inline void sync(const Group& group, CUSET_HERE) {
    group.sync(file, line);
}
template <class Group>
inline auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
    return group.thread_rank();
}
template <class Group>
inline auto group_size(const Group& group) -> decltype(group.size()) {
    return group.size();
}

// Calls a function in one thread of the group; the second form gives its result to all.
template <class Group, class Function, class... Arguments>
inline void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}
template <class Group, class Function, class... Arguments>
inline auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) ->
    typename std::decay<decltype(function(static_cast<Arguments&&>(arguments)...))>::type {
    typename std::decay<decltype(function(static_cast<Arguments&&>(arguments)...))>::type result{};
    if (group.thread_rank() == 0) result = function(static_cast<Arguments&&>(arguments)...);
    return group.shfl(result, 0);
}

}  // namespace cooperative_groups
