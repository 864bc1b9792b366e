// Device memory: every allocation ends at a guard page, is filled with a pattern, and is known by its range.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>

#include "address_space.h"
#include "internal.h"

namespace cuset_rt {
namespace {

enum class Place { device, managed, pinned, registered, symbol, heap };

constexpr bool host_visible(Place place) {
    return place != Place::device && place != Place::symbol && place != Place::heap;
}

struct Range {
    size_t bytes;
    Place place;
    void* mapping;  // null for memory that is not ours
    size_t mapping_bytes;
    const char* name;
    size_t element_bytes = 0;  // 0: unknown
};

constexpr size_t kAlignment = 256;

__thread const char* next_name = nullptr;
__thread size_t next_element = 0;

class Memory {
   public:
    cudaError_t allocate(void** pointer, size_t bytes, Place place) {
        const char* name = next_name;
        const size_t element_bytes = next_element;
        next_name = nullptr;
        next_element = 0;
        if (pointer == nullptr) return cudaErrorInvalidValue;
        *pointer = nullptr;
        if (kernel_fault() != cudaSuccess) return kernel_fault();
        if (bytes == 0) return cudaSuccess;
        const std::lock_guard lock(mutex_);
        if (bytes > kDeviceMemory || (place != Place::pinned && used_ + bytes > kDeviceMemory))
            return cudaErrorMemoryAllocation;
        const size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
        Range range{bytes, place, nullptr, 0, name, element_bytes};
        char* address = space_.take(rounded, &range.mapping, &range.mapping_bytes);
        if (address == nullptr) {
            record_fault(Fault::out_of_memory, "cudaMalloc of %zu bytes failed", bytes);
            return cudaErrorMemoryAllocation;
        }
        std::memset(address, kDevicePoison, rounded);
#ifdef CUSET_CHECK
        check::make_valid(address, bytes, host_visible(place));
        freed_.erase(freed_.lower_bound(address), freed_.lower_bound(address + rounded));
        sites_[address] = check::callers();
#endif
        ranges_[address] = range;
        if (place != Place::pinned) used_ += bytes;
        *pointer = address;
        return cudaSuccess;
    }

    cudaError_t release(void* pointer, bool host) {
        if (pointer == nullptr) return cudaSuccess;
        const std::lock_guard lock(mutex_);
        const auto found = ranges_.find(static_cast<char*>(pointer));
        if (found == ranges_.end() || found->second.mapping == nullptr ||
            (found->second.place == Place::pinned) != host) {
            if (freed_.contains(static_cast<char*>(pointer)))
                check::report(Kind::double_free, "frees %s a second time",
                              name_of(freed_[static_cast<char*>(pointer)]));
            return cudaErrorInvalidValue;
        }
        space_.give_back(found->second.mapping, found->second.mapping_bytes);
        if (!host) used_ -= found->second.bytes;
#ifdef CUSET_CHECK
        check::make_invalid(pointer, found->second.bytes);
        freed_[found->first] = found->second;
#endif
        ranges_.erase(found);
        return cudaSuccess;
    }

    cudaError_t add(const void* pointer, size_t bytes, Place place) {
        const std::lock_guard lock(mutex_);
        const bool fresh =
            ranges_.insert({static_cast<const char*>(pointer), {bytes, place, nullptr, 0, nullptr, 0}}).second;
        return fresh || place == Place::symbol ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
    }

    cudaError_t remove(const void* pointer) {
        const std::lock_guard lock(mutex_);
        const auto found = ranges_.find(static_cast<const char*>(pointer));
        if (found == ranges_.end() || found->second.place != Place::registered) return cudaErrorHostMemoryNotRegistered;
        ranges_.erase(found);
        return cudaSuccess;
    }

    bool was_freed(const void* pointer) {
        const std::lock_guard lock(mutex_);
        return freed_.contains(static_cast<const char*>(pointer));
    }

    struct Found {
        bool known = false;
        Place place = Place::device;
        size_t left = 0;  // bytes from the pointer to the allocation's end
        const char* name = nullptr;
    };
    Found find(const void* pointer) {
        const std::lock_guard lock(mutex_);
        const auto* address = static_cast<const char*>(pointer);
        auto after = ranges_.upper_bound(address);
        if (after == ranges_.begin()) return {};
        const auto& [begin, range] = *std::prev(after);
        const auto offset = static_cast<size_t>(address - begin);
        if (offset >= range.bytes) return {};
        return {true, range.place, range.bytes - offset, name_of(range)};
    }

    bool nearest(const char* address, Allocation* allocation) {
        const std::lock_guard lock(mutex_);
        size_t best = kPage;  // farther away it belongs to none
        bool found = false;
        const auto consider = [&](const auto& entry, bool freed) {
            const auto& [begin, range] = entry;
            const size_t distance = address < begin ? static_cast<size_t>(begin - address)
                                    : address >= begin + range.bytes
                                        ? static_cast<size_t>(address - begin) - range.bytes
                                        : 0;
            if (distance >= best || (found && distance == best)) return;
            best = distance;
            found = true;
            *allocation = {begin, range.bytes, range.element_bytes, name_of(range), freed, host_visible(range.place)};
        };
        const auto around = [&](const auto& ranges, bool freed) {
            const auto after = ranges.upper_bound(address);
            if (after != ranges.begin()) consider(*std::prev(after), freed);
            if (after != ranges.end()) consider(*after, freed);
        };
        around(ranges_, false);
        around(freed_, true);
        return found;
    }

    bool was_freed(void* pointer) {
        const std::lock_guard lock(mutex_);
        return freed_.contains(static_cast<char*>(pointer));
    }

    size_t used() {
        const std::lock_guard lock(mutex_);
        return used_;
    }

#ifdef CUSET_CHECK
    void report_leaks() {
        for (const auto& [begin, range] : ranges_) {
            if (range.mapping == nullptr || range.place == Place::heap) continue;
            char text[120];
            std::snprintf(text, sizeof text, "%.60s: %zu bytes are never freed", name_of(range), range.bytes);
            check::report_callers(Kind::leak, sites_[begin], text);
        }
    }
#endif

   private:
    static const char* name_of(const Range& range) {
        return range.name != nullptr ? range.name : "memory";
    }

    std::mutex mutex_;
    AddressSpace space_;
    std::map<const char*, Range> ranges_, freed_;  // freed ones: in checked mode
#ifdef CUSET_CHECK
    std::map<const char*, check::Callers> sites_;
#endif
    size_t used_ = 0;
};

Memory& memory() {
    static Memory* instance = new Memory;  // a destructor of the program may still free device memory
    return *instance;
}

bool on_device(Place place) {
    return place == Place::device || place == Place::managed || place == Place::symbol;
}

constexpr size_t kUnknown = ~size_t{0};

// Whether `bytes` at `pointer` may be the device side, or the host side, of a copy. `room`: what the compiler knows of
// a host variable's size.
cudaError_t check_range(const void* pointer, size_t bytes, bool device, const char* side, size_t room = kUnknown) {
    if (kernel_fault() != cudaSuccess) return kernel_fault();
    const auto found = memory().find(pointer);
    if (!found.known) {
        if (!device && pointer != nullptr)
            return check::host_holds(pointer, bytes, room, side) ? cudaSuccess : cudaErrorInvalidValue;
        check::report(Kind::copy_direction, "the copy's %s (%p) is no device memory", side, pointer);
        return cudaErrorInvalidValue;
    }
    const bool right = device ? found.place != Place::registered : host_visible(found.place);
    if (!right) {
        check::report(Kind::copy_direction, "the copy's %s, %s, is %s memory", side, found.name,
                      device ? "host" : "device");
        return cudaErrorInvalidValue;
    }
    if (bytes <= found.left) return cudaSuccess;
    check::report(Kind::copy_size, "%zu bytes, but the %s, %s, has %zu bytes from there on", bytes, side, found.name,
                  found.left);
    return cudaErrorInvalidValue;
}

// The bytes that each side touches differ when rows have different pitches.
cudaError_t check_copy(const void* to, size_t to_bytes, const void* from, size_t from_bytes, cudaMemcpyKind kind,
                       size_t to_room = kUnknown, size_t from_room = kUnknown) {
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return cudaErrorInvalidMemcpyDirection;
    bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    if (kind == cudaMemcpyDefault) {
        const auto target = memory().find(to), source = memory().find(from);
        to_device = target.known && on_device(target.place);
        from_device = source.known && on_device(source.place);
    }
    const cudaError_t error = check_range(to, to_bytes, to_device, "target", to_room);
    return error != cudaSuccess ? error : check_range(from, from_bytes, from_device, "source", from_room);
}

}  // namespace

void move_bytes(void* to, const void* from, size_t bytes) {
    std::memmove(to, from, bytes);
#ifdef CUSET_CHECK
    check::copied(to, from, bytes);
#endif
}
void set_bytes(void* to, int value, size_t bytes) {
    std::memset(to, value, bytes);
#ifdef CUSET_CHECK
    check::make_valid(to, bytes, true);
#endif
}

void set_next_name(const char* name, size_t element_bytes) {
    next_name = name;
    next_element = element_bytes;
}
bool nearest_allocation(const void* address, Allocation* allocation) {
    return memory().nearest(static_cast<const char*>(address), allocation);
}
void* device_heap_allocate(size_t bytes) {
    void* pointer = nullptr;
    memory().allocate(&pointer, bytes, Place::heap);
    return pointer;
}
bool device_heap_free(void* pointer) {
    const auto found = memory().find(pointer);
    if (found.known ? found.place != Place::heap : !memory().was_freed(pointer)) return false;
    memory().release(pointer, false);  // reports a second time
    return true;
}
#ifdef CUSET_CHECK
namespace check {
void report_leaks() {
    memory().report_leaks();
}
}  // namespace check
#endif

cudaError_t copy_symbol(void* to, const void* from, size_t bytes, size_t offset, size_t symbol_bytes) {
    if (offset > symbol_bytes || bytes > symbol_bytes - offset) {
        check::report(Kind::copy_size, "%zu bytes at offset %zu of a symbol of %zu bytes", bytes, offset, symbol_bytes);
        return set_error(cudaErrorInvalidValue);
    }
    if (!check::host_holds(to, bytes, kUnknown, "target") || !check::host_holds(from, bytes, kUnknown, "source"))
        return set_error(cudaErrorInvalidValue);
    move_bytes(to, from, bytes);
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

namespace cuset_rt {
cudaError_t copy_known(void* to, size_t to_room, const void* from, size_t from_room, size_t bytes,
                       cudaMemcpyKind kind) {
    if (bytes == 0) return cudaSuccess;
    const cudaError_t error = check_copy(to, bytes, from, bytes, kind, to_room, from_room);
    if (error == cudaSuccess) move_bytes(to, from, bytes);
    return set_error(error);
}
}  // namespace cuset_rt
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    return copy_known(to, kUnknown, from, kUnknown, bytes, kind);
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
    if (width > to_pitch || width > from_pitch) {
        check::report(Kind::copy_size, "rows of %zu bytes, but pitches of %zu and %zu", width, to_pitch, from_pitch);
        return set_error(cudaErrorInvalidPitchValue);
    }
    const cudaError_t error =
        check_copy(to, (height - 1) * to_pitch + width, from, (height - 1) * from_pitch + width, kind);
    for (size_t row = 0; error == cudaSuccess && row < height; ++row)
        move_bytes(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch, width);
    return set_error(error);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t) {
    return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
    if (bytes == 0) return cudaSuccess;
    const cudaError_t error = check_range(pointer, bytes, true, "target");
    if (error == cudaSuccess) set_bytes(pointer, value, bytes);
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
