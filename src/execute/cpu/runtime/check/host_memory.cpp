// Where the host's memory ends: blocks of malloc and new, for the sizes of copies.
#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>

#include "internal.h"

namespace cuset_rt::check {
namespace {

std::mutex mutex;
std::map<uintptr_t, size_t>& blocks() {
    static auto* instance = new std::map<uintptr_t, size_t>;
    return *instance;
}

// Whether there is still a block of that size: a library may have freed it out of sight.
bool is_current(uintptr_t begin, size_t bytes) {
    if (::msync(reinterpret_cast<void*>(begin / kPage * kPage), 1, MS_ASYNC) != 0) return false;
    constexpr size_t kRounding = 3 * sizeof(void*);
    const size_t usable = ::malloc_usable_size(reinterpret_cast<void*>(begin));
    return usable >= bytes && usable - bytes <= (bytes < (128 << 10) ? kRounding : kPage + kRounding);
}

// Bytes to the end of the block that the address lies in; all ones where that is not known.
size_t host_room(const void* pointer) {
    const auto address = reinterpret_cast<uintptr_t>(pointer);
    const std::lock_guard lock(mutex);
    const auto after = blocks().upper_bound(address);
    if (after == blocks().begin()) return ~size_t{0};
    const auto [begin, bytes] = *std::prev(after);
    if (address - begin >= bytes || !is_current(begin, bytes)) return ~size_t{0};
    return bytes - (address - begin);
}

}  // namespace

void host_allocated(const void* pointer, size_t bytes) {
    if (pointer == nullptr) return;
    const std::lock_guard lock(mutex);
    blocks()[reinterpret_cast<uintptr_t>(pointer)] = bytes;
}

void host_freed(const void* pointer) {
    if (pointer == nullptr) return;
    const std::lock_guard lock(mutex);
    blocks().erase(reinterpret_cast<uintptr_t>(pointer));
}

bool host_holds(const void* pointer, size_t bytes, size_t room, const char* side) {
    room = std::min(room, host_room(pointer));
    if (bytes <= room) return true;
    report(Kind::copy_size, "%zu bytes, but the %s, host memory, has %zu bytes from there on", bytes, side, room);
    return false;
}

}  // namespace cuset_rt::check
