// Barriers, fences and warp operations.
#pragma once

#include <stdint.h>
#include <string.h>

#include "cuset/launch.h"

#define CUSET_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace cuset_rt {

enum class WarpOperation {
    shuffle,
    ballot,
    synchronize,
    match,
    add,
    minimum,
    maximum,
    minimum_signed,
    maximum_signed,
    bit_and,
    bit_or,
    bit_xor
};

struct BarrierResult {
    unsigned threads, nonzero;  // that arrived; whose predicate was not 0
};

BarrierResult barrier(int predicate, const char* file, int line);

// Waits for the lanes of `mask` that have not exited. shuffle: the value of lane `source`; ballot: the lanes whose
// value is not 0, and above bit 32 those that took part; match: the lanes with the same value; the others: a reduction.
uint64_t warp(WarpOperation operation, unsigned mask, uint64_t value, int source, const char* name, const char* file,
              int line);

// The lanes of the warp that arrive together.
unsigned active_mask(const char* file, int line);
// Returns `value` when the lanes that arrive together have computed theirs.
template <class T>
inline T meet(T value, CUSET_HERE) {
    active_mask(file, line);
    return value;
}
extern __thread int current_lane;
inline int lane() {
    return copy_of(current_lane);
}
inline unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
inline unsigned block_rank() {
    return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
// 32 words that the lanes of the calling thread's warp share, for exchange between two __syncwarp.
uint64_t* warp_slots();
// Waits for all threads of a cooperative launch.
void grid_barrier(const char* file, int line);
bool grid_is_cooperative();
void yield_thread();  // lets other threads run; for loops that wait for them
// For the condition of such a loop: `while (flag == 0 && waiting())`.
inline bool waiting() {
    yield_thread();
    return true;
}
[[noreturn]] void trap(const char* what, const char* file, int line);

template <class T>
inline T shuffle(unsigned mask, T value, int source, const char* name, const char* file, int line) {
    static_assert(sizeof(T) <= 8 && __is_trivially_copyable(T), "a shuffled value has at most 8 bytes");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(T));
    bits = warp(WarpOperation::shuffle, mask, bits, source, name, file, line);
    memcpy(&value, &bits, sizeof(T));
    return value;
}

}  // namespace cuset_rt

inline void __syncthreads(CUSET_HERE) {
    cuset_rt::barrier(0, file, line);
}
inline int __syncthreads_count(int predicate, CUSET_HERE) {
    return static_cast<int>(cuset_rt::barrier(predicate, file, line).nonzero);
}
inline int __syncthreads_or(int predicate, CUSET_HERE) {
    return cuset_rt::barrier(predicate, file, line).nonzero != 0;
}
inline int __syncthreads_and(int predicate, CUSET_HERE) {
    const cuset_rt::BarrierResult result = cuset_rt::barrier(predicate, file, line);
    return result.nonzero == result.threads;
}

inline void __threadfence() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void __threadfence_block() {
    __atomic_thread_fence(__ATOMIC_ACQ_REL);  // checked mode tells the scope by the order
}
inline void __threadfence_system() {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
inline void __nanosleep(unsigned) {
    cuset_rt::yield_thread();
}

template <class T>
inline T __shfl_sync(unsigned mask, T value, int source, int width = 32, CUSET_HERE) {
    const int first = cuset_rt::lane() & ~(width - 1);
    return cuset_rt::shuffle(mask, value, first + (source & (width - 1)), "__shfl_sync", file, line);
}
template <class T>
inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, CUSET_HERE) {
    const int lane = cuset_rt::lane(), source = lane - static_cast<int>(delta);
    return cuset_rt::shuffle(mask, value, source < (lane & ~(width - 1)) ? lane : source, "__shfl_up_sync", file, line);
}
template <class T>
inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, CUSET_HERE) {
    const int lane = cuset_rt::lane(), source = lane + static_cast<int>(delta);
    return cuset_rt::shuffle(mask, value, source > (lane | (width - 1)) ? lane : source, "__shfl_down_sync", file,
                             line);
}
template <class T>
inline T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32, CUSET_HERE) {
    const int lane = cuset_rt::lane(), source = lane ^ lane_mask;
    return cuset_rt::shuffle(mask, value, source > (lane | (width - 1)) ? lane : source, "__shfl_xor_sync", file, line);
}

inline unsigned __ballot_sync(unsigned mask, int predicate, CUSET_HERE) {
    return static_cast<unsigned>(
        cuset_rt::warp(cuset_rt::WarpOperation::ballot, mask, predicate != 0, 0, "__ballot_sync", file, line));
}
inline int __any_sync(unsigned mask, int predicate, CUSET_HERE) {
    return static_cast<unsigned>(
               cuset_rt::warp(cuset_rt::WarpOperation::ballot, mask, predicate != 0, 0, "__any_sync", file, line)) != 0;
}
inline int __all_sync(unsigned mask, int predicate, CUSET_HERE) {
    const uint64_t lanes =
        cuset_rt::warp(cuset_rt::WarpOperation::ballot, mask, predicate != 0, 0, "__all_sync", file, line);
    return static_cast<unsigned>(lanes) == lanes >> 32;
}
inline int __uni_sync(unsigned mask, int predicate, CUSET_HERE) {
    const uint64_t lanes =
        cuset_rt::warp(cuset_rt::WarpOperation::ballot, mask, predicate != 0, 0, "__uni_sync", file, line);
    return static_cast<unsigned>(lanes) == lanes >> 32 || static_cast<unsigned>(lanes) == 0;
}
inline void __syncwarp(unsigned mask = 0xffffffffu, CUSET_HERE) {
    cuset_rt::warp(cuset_rt::WarpOperation::synchronize, mask, 0, 0, "__syncwarp", file, line);
}
inline unsigned __activemask(CUSET_HERE) {
    return cuset_rt::active_mask(file, line);
}

template <class T>
inline unsigned __match_any_sync(unsigned mask, T value, CUSET_HERE) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(T));
    return static_cast<unsigned>(
        cuset_rt::warp(cuset_rt::WarpOperation::match, mask, bits, 0, "__match_any_sync", file, line));
}
template <class T>
inline unsigned __match_all_sync(unsigned mask, T value, int* predicate, CUSET_HERE) {
    const unsigned same = __match_any_sync(mask, value, file, line);
    const int all = __all_sync(mask, same == mask, file, line);
    *predicate = all;
    return all ? mask : 0;
}

#define CUSET_REDUCE(name, T, operation)                                                                             \
    inline T name(unsigned mask, T value, CUSET_HERE) {                                                              \
        return static_cast<T>(cuset_rt::warp(cuset_rt::WarpOperation::operation, mask, static_cast<unsigned>(value), \
                                             0, #name, file, line));                                                 \
    }
CUSET_REDUCE(__reduce_add_sync, unsigned, add)
CUSET_REDUCE(__reduce_add_sync, int, add)
CUSET_REDUCE(__reduce_min_sync, unsigned, minimum)
CUSET_REDUCE(__reduce_min_sync, int, minimum_signed)
CUSET_REDUCE(__reduce_max_sync, unsigned, maximum)
CUSET_REDUCE(__reduce_max_sync, int, maximum_signed)
CUSET_REDUCE(__reduce_and_sync, unsigned, bit_and)
CUSET_REDUCE(__reduce_or_sync, unsigned, bit_or)
CUSET_REDUCE(__reduce_xor_sync, unsigned, bit_xor)
#undef CUSET_REDUCE

[[noreturn]] inline void __trap(CUSET_HERE) {
    cuset_rt::trap("__trap", file, line);
}
