// Memory pools and the remaining calls on memory that do no more than check.
#include <algorithm>

#include "handles.h"
#include "internal.h"

namespace cuset_rt {
namespace {

struct Pool {
    int reuse[3] = {1, 1, 1};
    unsigned long long release_threshold = 0;
};

Pool* default_pool() {
    static Pool* pool = handles<Pool>().add({});
    return pool;
}

Pool* current_pool = nullptr;  // null: the default one

cudaMemPool_t handle_of(Pool* pool) {
    return reinterpret_cast<cudaMemPool_t>(pool);
}

cudaError_t give_pool(cudaMemPool_t* pool, int device, Pool* which) {
    if (pool == nullptr) return set_error(cudaErrorInvalidValue);
    if (device != 0) return set_error(cudaErrorInvalidDevice);
    *pool = handle_of(which);
    return set_error(cudaSuccess);
}

unsigned long long bytes_in_use() {
    size_t left = 0, total = 0;
    cudaMemGetInfo(&left, &total);
    return total - left;
}

bool is_location(cudaMemLocation location) {
    return location.type == cudaMemLocationTypeDevice
               ? location.id == 0
               : location.type >= cudaMemLocationTypeHost && location.type <= cudaMemLocationTypeHostNumaCurrent;
}

int device_of(cudaMemLocation location) {
    return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

}  // namespace
}  // namespace cuset_rt

using namespace cuset_rt;

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return give_pool(pool, device, default_pool());
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return give_pool(pool, device, current_pool != nullptr ? current_pool : default_pool());
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    Pool* found = handles<Pool>().find(pool);
    if (found == nullptr) return set_error(cudaErrorInvalidValue);
    if (device != 0) return set_error(cudaErrorInvalidDevice);
    current_pool = found;
    return set_error(cudaSuccess);
}
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
    if (pool == nullptr || properties == nullptr || properties->allocType != cudaMemAllocationTypePinned ||
        properties->location.type != cudaMemLocationTypeDevice)
        return set_error(cudaErrorInvalidValue);
    if (properties->handleTypes != cudaMemHandleTypeNone) return set_error(cudaErrorNotSupported);
    return give_pool(pool, properties->location.id, handles<Pool>().add({}));
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    Pool* found = handles<Pool>().find(pool);
    if (found == nullptr || found == default_pool()) return set_error(cudaErrorInvalidValue);
    if (found == current_pool) current_pool = nullptr;
    handles<Pool>().destroy(pool);
    return set_error(cudaSuccess);
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    Pool* found = handles<Pool>().find(pool);
    if (found == nullptr || value == nullptr) return set_error(cudaErrorInvalidValue);
    switch (attribute) {
        case cudaMemPoolReuseFollowEventDependencies:
        case cudaMemPoolReuseAllowOpportunistic:
        case cudaMemPoolReuseAllowInternalDependencies:
            found->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] = *static_cast<int*>(value);
            return set_error(cudaSuccess);
        case cudaMemPoolAttrReleaseThreshold:
            found->release_threshold = *static_cast<unsigned long long*>(value);
            return set_error(cudaSuccess);
        case cudaMemPoolAttrReservedMemHigh:
        case cudaMemPoolAttrUsedMemHigh:  // a high watermark may only be set back to 0
            return set_error(*static_cast<unsigned long long*>(value) == 0 ? cudaSuccess : cudaErrorInvalidValue);
        default:
            return set_error(cudaErrorInvalidValue);
    }
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    const Pool* found = handles<Pool>().find(pool);
    if (found == nullptr || value == nullptr || attribute < cudaMemPoolReuseFollowEventDependencies ||
        attribute > cudaMemPoolAttrUsedMemHigh)
        return set_error(cudaErrorInvalidValue);
    if (attribute < cudaMemPoolAttrReleaseThreshold) {
        *static_cast<int*>(value) = found->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
    } else {
        *static_cast<unsigned long long*>(value) =
            attribute == cudaMemPoolAttrReleaseThreshold ? found->release_threshold : bytes_in_use();
    }
    return set_error(cudaSuccess);
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
    return set_error(handles<Pool>().find(pool) != nullptr ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* descriptions, size_t count) {
    if (handles<Pool>().find(pool) == nullptr || (descriptions == nullptr && count > 0))
        return set_error(cudaErrorInvalidValue);
    const bool known = std::all_of(descriptions, descriptions + count,
                                   [](const cudaMemAccessDesc& access) { return is_location(access.location); });
    return set_error(known ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
    if (flags == nullptr || location == nullptr || handles<Pool>().find(pool) == nullptr || !is_location(*location))
        return set_error(cudaErrorInvalidValue);
    *flags = location->type == cudaMemLocationTypeDevice ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
    return set_error(cudaSuccess);
}
cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    if (handles<Pool>().find(pool) == nullptr) return set_error(cudaErrorInvalidValue);
    return cudaMallocAsync(pointer, bytes, stream);
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation location, unsigned flags,
                                 cudaStream_t stream) {
    if (flags != 0) return set_error(cudaErrorInvalidValue);
    if (!is_location(location)) return set_error(cudaErrorInvalidDevice);
    return cudaMemPrefetchAsync(pointer, bytes, device_of(location), stream);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location) {
    const bool needs_none = advice == cudaMemAdviseSetReadMostly || advice == cudaMemAdviseUnsetReadMostly ||
                            advice == cudaMemAdviseUnsetPreferredLocation;
    if (!needs_none && !is_location(location)) return set_error(cudaErrorInvalidDevice);
    return cudaMemAdvise(pointer, bytes, advice, device_of(location));
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    cudaPointerAttributes attributes;
    if (flags == nullptr || cudaPointerGetAttributes(&attributes, host) != cudaSuccess ||
        attributes.type != cudaMemoryTypeHost)
        return set_error(cudaErrorInvalidValue);
    *flags = cudaHostAllocMapped;
    return set_error(cudaSuccess);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                cudaStream_t) {
    return cudaMemcpyPeer(to, to_device, from, from_device, bytes);
}
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t) {
    return cudaMemset2D(pointer, pitch, value, width, height);
}
