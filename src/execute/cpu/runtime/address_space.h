// Addresses for allocations.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <iterator>
#include <map>

#include "internal.h"

namespace cuset_rt {

constexpr size_t kHugePage = 2 << 20;

// In a plain runtime each is a mapping of its own, so that its end, rounded up to CUDA's
// alignment, meets a guard page. Checked mode takes them from its one range, with gaps between them.
#ifdef CUSET_CHECK
class AddressSpace {
   public:
    char* take(size_t rounded, void** mapping, size_t* mapping_bytes) {
        const size_t bytes = (rounded + 2 * kPage - 1) / kPage * kPage;  // at least one page of a gap
        if (begin_ == nullptr) begin_ = check::device_memory(&size_);
        size_t at = used_;
        if (bytes <= size_ - used_) {
            used_ += bytes;
        } else if (!reuse(bytes, &at)) {
            return nullptr;
        }
        *mapping = begin_ + at;
        *mapping_bytes = bytes;
        return begin_ + at;
    }
    void give_back(void* mapping, size_t bytes) {
        ::madvise(mapping, bytes, MADV_REMOVE);
        free_[static_cast<size_t>(static_cast<char*>(mapping) - begin_)] = bytes;
    }

   private:
    // Freed memory is used again only when nothing else is left, so that late accesses are seen.
    bool reuse(size_t bytes, size_t* at) {
        for (auto i = free_.begin(); i != free_.end(); ++i) {
            for (auto next = std::next(i); next != free_.end() && i->first + i->second == next->first;) {
                i->second += next->second;
                next = free_.erase(next);
            }
            if (i->second < bytes) continue;
            *at = i->first;
            if (i->second > bytes) free_[*at + bytes] = i->second - bytes;
            free_.erase(*at);
            return true;
        }
        return false;
    }

    char* begin_ = nullptr;
    size_t size_ = 0, used_ = kPage;
    std::map<size_t, size_t> free_;
};
#else
class AddressSpace {
   public:
    static char* take(size_t rounded, void** mapping, size_t* mapping_bytes) {
        const size_t body = (rounded + kPage - 1) / kPage * kPage;
        void* memory = ::mmap(nullptr, body + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) return nullptr;
        ::mprotect(static_cast<char*>(memory) + body, kPage, PROT_NONE);
        // Kernels walk columns: with huge pages they miss the cache, but not the TLB too.
        if (body >= kHugePage) ::madvise(memory, body, MADV_HUGEPAGE);
        *mapping = memory;
        *mapping_bytes = body + kPage;
        return static_cast<char*>(memory) + (body - rounded);
    }
    static void give_back(void* mapping, size_t bytes) { ::munmap(mapping, bytes); }
};
#endif

}  // namespace cuset_rt
