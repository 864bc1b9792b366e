// Device memory: every allocation ends at a guard page, is filled with a pattern, and is known by its range.
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>

#include "internal.h"

namespace cuset_rt {
namespace {

enum class Place { device, managed, pinned, registered, symbol };

struct Allocation {
    size_t bytes;
    Place place;
    void* mapping;  // what munmap gets; null for memory that is not ours
    size_t mapping_bytes;
};

constexpr size_t kPage = 4096, kAlignment = 256, kHugePage = 2 << 20;

class Memory {
   public:
    // Memory whose content does not look like zeros. Its end, rounded up to CUDA's alignment, meets a guard page.
    cudaError_t allocate(void** pointer, size_t bytes, Place place) {
        if (pointer == nullptr) return cudaErrorInvalidValue;
        *pointer = nullptr;
        if (bytes == 0) return cudaSuccess;
        const std::lock_guard lock(mutex_);
        if (bytes > kDeviceMemory || (place != Place::pinned && used_ + bytes > kDeviceMemory))
            return cudaErrorMemoryAllocation;
        const size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
        const size_t body = (rounded + kPage - 1) / kPage * kPage;
        void* mapping = ::mmap(nullptr, body + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapping == MAP_FAILED) {
            record_fault(Fault::out_of_memory, "memory limit: cudaMalloc of %zu bytes failed", bytes);
            return cudaErrorMemoryAllocation;
        }
        ::mprotect(static_cast<char*>(mapping) + body, kPage, PROT_NONE);
        // Kernels walk columns: with huge pages they miss the cache, but not the TLB too.
        if (body >= kHugePage) ::madvise(mapping, body, MADV_HUGEPAGE);
        char* address = static_cast<char*>(mapping) + (body - rounded);
        std::memset(address, 0xCB, rounded);
        ranges_[address] = {bytes, place, mapping, body + kPage};
        if (place != Place::pinned) used_ += bytes;
        *pointer = address;
        return cudaSuccess;
    }

    cudaError_t release(void* pointer, bool host) {
        if (pointer == nullptr) return cudaSuccess;
        const std::lock_guard lock(mutex_);
        const auto found = ranges_.find(static_cast<char*>(pointer));
        if (found == ranges_.end() || found->second.mapping == nullptr ||
            (found->second.place == Place::pinned) != host)
            return cudaErrorInvalidValue;
        ::munmap(found->second.mapping, found->second.mapping_bytes);
        if (!host) used_ -= found->second.bytes;
        ranges_.erase(found);
        return cudaSuccess;
    }

    cudaError_t add(const void* pointer, size_t bytes, Place place) {
        const std::lock_guard lock(mutex_);
        const bool fresh = ranges_.insert({static_cast<const char*>(pointer), {bytes, place, nullptr, 0}}).second;
        return fresh || place == Place::symbol ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
    }

    cudaError_t remove(const void* pointer) {
        const std::lock_guard lock(mutex_);
        const auto found = ranges_.find(static_cast<const char*>(pointer));
        if (found == ranges_.end() || found->second.place != Place::registered) return cudaErrorHostMemoryNotRegistered;
        ranges_.erase(found);
        return cudaSuccess;
    }

    struct Found {
        bool known = false;
        Place place = Place::device;
        size_t left = 0;  // bytes from the pointer to the allocation's end
    };
    Found find(const void* pointer) {
        const std::lock_guard lock(mutex_);
        const auto* address = static_cast<const char*>(pointer);
        auto after = ranges_.upper_bound(address);
        if (after == ranges_.begin()) return {};
        const auto& [begin, allocation] = *std::prev(after);
        const auto offset = static_cast<size_t>(address - begin);
        if (offset >= allocation.bytes) return {};
        return {true, allocation.place, allocation.bytes - offset};
    }

    size_t used() {
        const std::lock_guard lock(mutex_);
        return used_;
    }

   private:
    std::mutex mutex_;
    std::map<const char*, Allocation> ranges_;
    size_t used_ = 0;
};

Memory& memory() {
    static Memory* instance = new Memory;  // a destructor of the program may still free device memory
    return *instance;
}

bool on_device(Place place) {
    return place == Place::device || place == Place::managed || place == Place::symbol;
}

// Whether `bytes` at `pointer` may be the device side, or the host side, of a copy.
cudaError_t check_range(const void* pointer, size_t bytes, bool device) {
    const auto found = memory().find(pointer);
    if (!found.known) return device || pointer == nullptr ? cudaErrorInvalidValue : cudaSuccess;
    const bool right =
        device ? found.place != Place::registered : found.place != Place::device && found.place != Place::symbol;
    return right && bytes <= found.left ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t check_copy(const void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind == cudaMemcpyDefault) {
        const auto target = memory().find(to), source = memory().find(from);
        to_device = target.known && on_device(target.place);
        from_device = source.known && on_device(source.place);
    }
    const cudaError_t error = check_range(to, bytes, to_device);
    return error != cudaSuccess ? error : check_range(from, bytes, from_device);
}

}  // namespace

cudaError_t copy_symbol(void* to, const void* from, size_t bytes, size_t offset, size_t symbol_bytes) {
    if (offset > symbol_bytes || bytes > symbol_bytes - offset) return set_error(cudaErrorInvalidValue);
    std::memmove(to, from, bytes);
    return cudaSuccess;
}

cudaError_t symbol_address(void** pointer, const void* symbol, size_t bytes) {
    *pointer = const_cast<void*>(symbol);
    return memory().add(symbol, bytes, Place::symbol);
}

}  // namespace cuset_rt

using namespace cuset_rt;

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
    return set_error(memory().allocate(pointer, bytes, Place::device));
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t) {
    return cudaMalloc(pointer, bytes);
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned) {
    if (bytes == 0) return set_error(cudaErrorInvalidValue);
    return set_error(memory().allocate(pointer, bytes, Place::managed));
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes, unsigned) {
    return set_error(memory().allocate(pointer, bytes, Place::pinned));
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
    return cudaMallocHost(pointer, bytes, flags);
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
    *pitch = (width + 511) / 512 * 512;
    return cudaMalloc(pointer, *pitch * height);
}
cudaError_t cudaFree(void* pointer) {
    return set_error(memory().release(pointer, false));
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t) {
    return cudaFree(pointer);
}
cudaError_t cudaFreeHost(void* pointer) {
    return set_error(memory().release(pointer, true));
}
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
    if (pointer == nullptr || bytes == 0) return set_error(cudaErrorInvalidValue);
    return set_error(memory().add(pointer, bytes, Place::registered));
}
cudaError_t cudaHostUnregister(void* pointer) {
    return set_error(memory().remove(pointer));
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
    *device = host;
    return set_error(memory().find(host).known ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    const auto found = memory().find(pointer);
    void* address = const_cast<void*>(pointer);
    *attributes = {cudaMemoryTypeUnregistered, 0, nullptr, nullptr};
    if (!found.known) return cudaSuccess;
    if (found.place == Place::managed) {
        *attributes = {cudaMemoryTypeManaged, 0, address, address};
    } else if (on_device(found.place)) {
        *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
    } else {
        *attributes = {cudaMemoryTypeHost, 0, address, address};
    }
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
    *total_bytes = kDeviceMemory;
    *free_bytes = kDeviceMemory - memory().used();
    return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    if (bytes == 0) return cudaSuccess;
    const cudaError_t error = check_copy(to, from, bytes, kind);
    if (error == cudaSuccess) std::memmove(to, from, bytes);
    return set_error(error);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
    return cudaMemcpy(to, from, bytes, kind);
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
    return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
    if (width == 0 || height == 0) return cudaSuccess;
    if (width > to_pitch || width > from_pitch) return set_error(cudaErrorInvalidPitchValue);
    cudaError_t error = check_copy(to, from, width, kind);
    if (error == cudaSuccess && height > 1)
        error = check_copy(static_cast<char*>(to) + (height - 1) * to_pitch,
                           static_cast<const char*>(from) + (height - 1) * from_pitch, width, kind);
    for (size_t row = 0; error == cudaSuccess && row < height; ++row)
        std::memmove(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
    return set_error(error);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t) {
    return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
    if (bytes == 0) return cudaSuccess;
    const cudaError_t error = check_range(pointer, bytes, true);
    if (error == cudaSuccess) std::memset(pointer, value, bytes);
    return set_error(error);
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t) {
    return cudaMemset(pointer, value, bytes);
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
    if (width > pitch) return set_error(cudaErrorInvalidPitchValue);
    for (size_t row = 0; row < height; ++row)
        if (cudaMemset(static_cast<char*>(pointer) + row * pitch, value, width) != cudaSuccess)
            return set_error(cudaErrorInvalidValue);
    return cudaSuccess;
}
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t, int, cudaStream_t) {
    const auto found = memory().find(pointer);
    return set_error(found.known && found.place == Place::managed ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise, int device) {
    return cudaMemPrefetchAsync(pointer, bytes, device, nullptr);
}
