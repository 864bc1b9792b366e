// cooperative_groups::memcpy_async: each thread of the group copies its part at once; wait() is the group's barrier.
#pragma once

#include <string.h>

#include "cooperative_groups.h"

// A byte count with a promised alignment, as CUDA's own header provides it.
namespace cuda {
template <size_t Alignment>
struct aligned_size_t {
    static constexpr size_t align = Alignment;
    size_t value;
    explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
    constexpr operator size_t() const { return value; }
};
}  // namespace cuda

namespace cooperative_groups {

template <class Group, class T>
inline void memcpy_async(const Group& group, T* destination, const T* source, size_t bytes) {
    const size_t count = bytes / sizeof(T), rank = group.thread_rank(), threads = group.size();
    for (size_t i = rank; i < count; i += threads) destination[i] = source[i];
    if (rank == 0 && bytes % sizeof(T) != 0) memcpy(destination + count, source + count, bytes % sizeof(T));
}
// As many elements as both sides have.
template <class Group, class T>
inline void memcpy_async(const Group& group, T* destination, size_t destination_count, const T* source,
                         size_t source_count) {
    const size_t count = destination_count < source_count ? destination_count : source_count;
    memcpy_async(group, destination, source, count * sizeof(T));
}
template <class Group>
inline void wait(const Group& group, CUSET_HERE) {
    group.sync(file, line);
}
// All copies are done when they were asked for, so that none of the later stages has to be told apart.
template <unsigned stage, class Group>
inline void wait_prior(const Group& group, CUSET_HERE) {
    group.sync(file, line);
}

}  // namespace cooperative_groups
