// Values that the lanes of a warp show each other, of any trivially copyable type.
#pragma once

#include <stdint.h>
#include <string.h>

#include "cuset/synchronize.h"

// What lanes show each other lies in the runtime's memory or on their stacks, which checked mode keeps apart.
#define CUSET_UNCHECKED __attribute__((no_sanitize("thread")))

namespace cuset_rt {

// While it lives, the calling lane sees the values that the lanes of `mask` gave. All of them must make one, and end
// it, together.
template <class T>
class LaneExchange {
    static_assert(__is_trivially_copyable(T), "lanes exchange trivially copyable values");
    static constexpr bool kInSlot = sizeof(T) <= sizeof(uint64_t);

   public:
    CUSET_UNCHECKED LaneExchange(unsigned mask, const T& value, CUSET_HERE)
        : slots_(warp_slots()), mask_(mask), file_(file), line_(line) {
        uint64_t word = reinterpret_cast<uintptr_t>(&value);
        if (kInSlot) {
            word = 0;
            memcpy(&word, &value, sizeof(T) <= sizeof word ? sizeof(T) : sizeof word);
        }
        slots_[lane()] = word;
        present_ = static_cast<unsigned>(warp(WarpOperation::ballot, mask, 1, 0, "group operation", file, line));
    }
    ~LaneExchange() { warp(WarpOperation::ballot, mask_, 1, 0, "group operation", file_, line_); }
    LaneExchange(const LaneExchange&) = delete;
    LaneExchange& operator=(const LaneExchange&) = delete;

    unsigned present() const { return present_; }  // lanes of the mask that have not exited
    CUSET_UNCHECKED T of(int lane) const {
        T value;
        memcpy(&value, place(lane), sizeof value);
        return value;
    }

   private:
    CUSET_UNCHECKED const void* place(int lane) const {
        return kInSlot ? static_cast<const void*>(slots_ + lane)
                       : reinterpret_cast<const void*>(static_cast<uintptr_t>(slots_[lane]));
    }
    uint64_t* slots_;
    unsigned mask_, present_;
    const char* file_;
    int line_;
};

// shuffle() for a value of any size, in pieces of eight bytes.
template <class T>
inline T shuffle_pieces(unsigned mask, T value, int source, const char* name, const char* file, int line) {
    static_assert(__is_trivially_copyable(T), "a shuffled value is trivially copyable");
    for (size_t at = 0; at < sizeof(T); at += sizeof(uint64_t)) {
        const size_t bytes = sizeof(T) - at < sizeof(uint64_t) ? sizeof(T) - at : sizeof(uint64_t);
        uint64_t piece = 0;
        memcpy(&piece, reinterpret_cast<char*>(&value) + at, bytes);
        piece = warp(WarpOperation::shuffle, mask, piece, source, name, file, line);
        memcpy(reinterpret_cast<char*>(&value) + at, &piece, bytes);
    }
    return value;
}

// The place of the rank-th set bit.
inline int lane_of_rank(unsigned mask, unsigned rank) {
    while (rank-- > 0) mask &= mask - 1;
    return __builtin_ctz(mask);
}
inline unsigned count_bits(unsigned mask) {
    return static_cast<unsigned>(__builtin_popcount(mask));
}
// The bits of `lanes` at the places of `mask`, moved together.
inline unsigned gather_bits(unsigned lanes, unsigned mask) {
    unsigned gathered = 0;
    for (unsigned rank = 0; mask != 0; mask &= mask - 1, ++rank) gathered |= (lanes >> __builtin_ctz(mask) & 1) << rank;
    return gathered;
}

}  // namespace cuset_rt
