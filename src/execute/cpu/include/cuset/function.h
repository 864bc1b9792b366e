// Launches by function call, attributes of kernels, and occupancy.
#pragma once

#include <type_traits>
#include <utility>

#include "cuset/device.h"
#include "cuset/launch.h"
#include "cuset/stream.h"

#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeClusterDimMustBeSet = 10,
    cudaFuncAttributeRequiredClusterWidth = 11,
    cudaFuncAttributeRequiredClusterHeight = 12,
    cudaFuncAttributeRequiredClusterDepth = 13,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
    cudaFuncAttributeClusterSchedulingPolicyPreference = 15
};
enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100
};
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
    int preferredShmemCarveout, clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth;
    int clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed;
};

enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeSynchronizationPolicy = 3,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeClusterSchedulingPolicyPreference = 5,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributeProgrammaticEvent = 7,
    cudaLaunchAttributePriority = 8,
    cudaLaunchAttributeMemSyncDomainMap = 9,
    cudaLaunchAttributeMemSyncDomain = 10,
    cudaLaunchAttributePreferredSharedMemoryCarveout = 14
};
union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative;
    struct {
        unsigned x, y, z;
    } clusterDim;
    int programmaticStreamSerializationAllowed;
    int priority;
    unsigned sharedMemCarveout;
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute* attrs;
    unsigned numAttrs;
};

namespace cuset_rt {

// Kernels are known by their addresses.
size_t dynamic_shared_limit(const void* kernel);
cudaError_t set_function_attribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* kernel);
// Blocks of `threads` threads with that much dynamic shared memory that one multiprocessor holds at once.
cudaError_t active_blocks(int* blocks, const void* kernel, int threads, size_t dynamic_bytes, unsigned flags);
cudaError_t available_shared_memory(size_t* bytes, const void* kernel, int blocks, int threads);
int multiprocessors();

// The attributes of an extended launch: whether it is cooperative. Sets the error of one that cannot be had.
cudaError_t check_attributes(const cudaLaunchConfig_t& config, bool* cooperative);

// Sets the error of a cooperative launch whose blocks cannot all be resident.
bool fits_device(const void* kernel, const Configuration& configuration);

template <class... Parameters, size_t... i>
inline void launch_pointed_to(bool cooperative, void (*kernel)(Parameters...), const Configuration& configuration,
                              void** arguments, std::index_sequence<i...>) {
    launch_bits<Threads::fibers>(cooperative, configuration, kernel,
                                 Bits<Parameters>(*static_cast<const Parameters*>(arguments[i]))...);
}

// Returns the launch's own error; one from before stays the last error.
template <class... Parameters>
inline cudaError_t launch_packed(bool cooperative, void (*kernel)(Parameters...), const Configuration& configuration,
                                 void** arguments) {
    const cudaError_t earlier = cudaGetLastError();
    if (!cooperative || fits_device((const void*)kernel, configuration))
        launch_pointed_to(cooperative, kernel, configuration, arguments, std::index_sequence_for<Parameters...>());
    const cudaError_t error = cudaPeekAtLastError();
    if (error == cudaSuccess) set_error(earlier);
    return error;
}

template <class T>
struct Same {
    using type = T;
};

}  // namespace cuset_rt

template <class... Parameters>
inline cudaError_t cudaLaunchKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    return cuset_rt::launch_packed(false, kernel, {grid, block, shared_bytes, stream, (const void*)kernel}, arguments);
}
template <class... Parameters>
inline cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(Parameters...), dim3 grid, dim3 block, void** arguments,
                                               size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    return cuset_rt::launch_packed(true, kernel, {grid, block, shared_bytes, stream, (const void*)kernel}, arguments);
}
template <class... Parameters>
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                                       void** arguments) {
    bool cooperative = false;
    const cudaError_t error = cuset_rt::check_attributes(*config, &cooperative);
    if (error != cudaSuccess) return error;
    const cuset_rt::Configuration configuration{config->gridDim, config->blockDim, config->dynamicSmemBytes,
                                                config->stream, (const void*)kernel};
    return cuset_rt::launch_packed(cooperative, kernel, configuration, arguments);
}
template <class... Parameters>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                                      typename cuset_rt::Same<Parameters>::type... arguments) {
    void* packed[] = {const_cast<void*>(static_cast<const volatile void*>(__builtin_addressof(arguments)))..., nullptr};
    return cudaLaunchKernelExC(config, kernel, packed);
}

template <class F>
inline cudaError_t cudaFuncSetAttribute(F* kernel, cudaFuncAttribute attribute, int value) {
    return cuset_rt::set_function_attribute((const void*)kernel, attribute, value);
}
template <class F>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F* kernel) {
    return cuset_rt::function_attributes(attributes, (const void*)kernel);
}
template <class F>
inline cudaError_t cudaFuncSetCacheConfig(F*, cudaFuncCache) {
    return cudaSuccess;
}
template <class F>
inline cudaError_t cudaFuncSetSharedMemConfig(F*, cudaSharedMemConfig) {
    return cudaSuccess;
}

template <class F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F* kernel, int threads,
                                                                          size_t dynamic_bytes, unsigned flags) {
    return cuset_rt::active_blocks(blocks, (const void*)kernel, threads, dynamic_bytes, flags);
}
template <class F>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* kernel, int threads,
                                                                 size_t dynamic_bytes) {
    return cuset_rt::active_blocks(blocks, (const void*)kernel, threads, dynamic_bytes, cudaOccupancyDefault);
}
template <class F>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, F* kernel, int blocks, int threads) {
    return cuset_rt::available_shared_memory(bytes, (const void*)kernel, blocks, threads);
}

// The largest block, in whole warps, that fills a multiprocessor best; `shared_bytes(threads)` is what it needs.
template <class SharedBytes, class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* min_grid, int* block, F* kernel,
                                                                           SharedBytes shared_bytes, int limit = 0,
                                                                           unsigned flags = cudaOccupancyDefault) {
    if (min_grid == nullptr || block == nullptr) return cuset_rt::set_error(cudaErrorInvalidValue);
    cudaFuncAttributes attributes;
    const cudaError_t unknown = cuset_rt::function_attributes(&attributes, (const void*)kernel);
    if (unknown != cudaSuccess) return unknown;
    const int most = attributes.maxThreadsPerBlock, largest = limit > 0 && limit < most ? limit : most;
    int best_threads = 0;
    *min_grid = *block = 0;
    for (int rounded = (largest + 31) / 32 * 32; rounded > 0; rounded -= 32) {
        const int threads = rounded < largest ? rounded : largest;
        int blocks = 0;
        const cudaError_t error =
            cuset_rt::active_blocks(&blocks, (const void*)kernel, threads, shared_bytes(threads), flags);
        if (error != cudaSuccess) return error;
        if (blocks * threads <= best_threads) continue;
        best_threads = blocks * threads;
        *min_grid = blocks * cuset_rt::multiprocessors();
        *block = threads;
    }
    return cudaSuccess;
}
template <class SharedBytes, class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid, int* block, F* kernel,
                                                                  SharedBytes shared_bytes, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid, block, kernel, shared_bytes, limit);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid, int* block, F* kernel,
                                                               size_t shared_bytes = 0, int limit = 0,
                                                               unsigned flags = cudaOccupancyDefault) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
        min_grid, block, kernel, [=](int) { return shared_bytes; }, limit, flags);
}
template <class F>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block, F* kernel, size_t shared_bytes = 0,
                                                      int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid, block, kernel, shared_bytes, limit);
}
