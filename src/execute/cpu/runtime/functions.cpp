// Attributes of kernels, occupancy, and the attributes of extended launches.
#include <algorithm>
#include <map>
#include <mutex>

#include "internal.h"

namespace cuset_rt {
namespace {

// A multiprocessor of compute capability 9.0.
constexpr int kBlocksPerMultiprocessor = 32;
constexpr int kRegistersPerThread = 32;  // as if: enough of them for all threads
constexpr size_t kSharedPerMultiprocessor = 228 * 1024, kReservedShared = 1024, kSharedGranularity = 128;

struct FunctionAttributes {
    size_t dynamic_limit = kStaticSharedLimit;
    int carveout = cudaSharedmemCarveoutDefault;
};

class Functions {
   public:
    FunctionAttributes get(const void* kernel) {
        const std::lock_guard lock(mutex_);
        const auto found = changed_.find(kernel);
        return found == changed_.end() ? FunctionAttributes() : found->second;
    }
    // The most that any kernel may ask for.
    size_t largest_dynamic_limit() {
        const std::lock_guard lock(mutex_);
        size_t largest = FunctionAttributes().dynamic_limit;
        for (const auto& [kernel, attributes] : changed_) largest = std::max(largest, attributes.dynamic_limit);
        return largest;
    }
    template <class Change>
    void change(const void* kernel, Change change) {
        const std::lock_guard lock(mutex_);
        change(changed_[kernel]);
    }

   private:
    std::mutex mutex_;
    std::map<const void*, FunctionAttributes> changed_;
};
Functions& functions() {
    static auto* instance = new Functions;
    return *instance;
}

// Shared memory that a block takes from its multiprocessor.
size_t shared_of_block(size_t dynamic_bytes) {
    const size_t bytes = dynamic_bytes + kReservedShared;
    return (bytes + kSharedGranularity - 1) / kSharedGranularity * kSharedGranularity;
}

int whole_warps(int threads) {
    return (threads + warpSize - 1) / warpSize * warpSize;
}

}  // namespace

size_t dynamic_shared_limit() {
    return functions().largest_dynamic_limit();
}

size_t dynamic_shared_limit(const void* kernel) {
    return functions().get(kernel).dynamic_limit;
}

cudaError_t set_function_attribute(const void* kernel, cudaFuncAttribute attribute, int value) {
    if (kernel == nullptr) return set_error(cudaErrorInvalidDeviceFunction);
    switch (attribute) {
        case cudaFuncAttributeMaxDynamicSharedMemorySize:
            if (value < 0 || static_cast<size_t>(value) > kSharedOptInLimit) return set_error(cudaErrorInvalidValue);
            functions().change(kernel, [=](auto& f) { f.dynamic_limit = static_cast<size_t>(value); });
            return set_error(cudaSuccess);
        case cudaFuncAttributePreferredSharedMemoryCarveout:
            if (value < cudaSharedmemCarveoutDefault || value > cudaSharedmemCarveoutMaxShared)
                return set_error(cudaErrorInvalidValue);
            functions().change(kernel, [=](auto& f) { f.carveout = value; });
            return set_error(cudaSuccess);
        case cudaFuncAttributeNonPortableClusterSizeAllowed:
        case cudaFuncAttributeClusterSchedulingPolicyPreference:
            return set_error(cudaSuccess);
        default:
            return set_error(cudaErrorInvalidValue);
    }
}

cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* kernel) {
    if (attributes == nullptr) return set_error(cudaErrorInvalidValue);
    if (kernel == nullptr) return set_error(cudaErrorInvalidDeviceFunction);
    const FunctionAttributes known = functions().get(kernel);
    *attributes = {};
    attributes->maxThreadsPerBlock = kMaxThreads;
    attributes->numRegs = kRegistersPerThread;
    attributes->ptxVersion = attributes->binaryVersion = 90;
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(known.dynamic_limit);
    attributes->preferredShmemCarveout = known.carveout;
    return set_error(cudaSuccess);
}

int multiprocessors() {
    return int{kMultiprocessors};
}

cudaError_t active_blocks(int* blocks, const void* kernel, int threads, size_t dynamic_bytes, unsigned flags) {
    if (blocks == nullptr || threads <= 0 || flags > cudaOccupancyDisableCachingOverride)
        return set_error(cudaErrorInvalidValue);
    if (kernel == nullptr) return set_error(cudaErrorInvalidDeviceFunction);
    *blocks = 0;
    if (threads > int{kMaxThreads} || dynamic_bytes > dynamic_shared_limit(kernel)) return set_error(cudaSuccess);
    const int by_threads = int{kThreadsPerMultiprocessor} / whole_warps(threads);
    const int by_shared = static_cast<int>(kSharedPerMultiprocessor / shared_of_block(dynamic_bytes));
    *blocks = std::min({by_threads, by_shared, kBlocksPerMultiprocessor});
    return set_error(cudaSuccess);
}

bool fits_device(const void* kernel, const Configuration& c) {
    int blocks = 0;
    const uint64_t threads = uint64_t{c.block.x} * c.block.y * c.block.z;
    if (threads == 0 || threads > kMaxThreads) return true;  // begin_launch refuses it
    active_blocks(&blocks, kernel, static_cast<int>(threads), c.shared_bytes, cudaOccupancyDefault);
    if (uint64_t{c.grid.x} * c.grid.y * c.grid.z <= static_cast<uint64_t>(blocks) * kMultiprocessors) return true;
    check::report(Kind::launch_error,
                  "a cooperative launch of more blocks than are resident at once: the kernel does not run");
    set_error(cudaErrorCooperativeLaunchTooLarge);
    return false;
}

cudaError_t available_shared_memory(size_t* bytes, const void* kernel, int blocks, int threads) {
    int most = 0;
    if (bytes == nullptr || blocks <= 0) return set_error(cudaErrorInvalidValue);
    const cudaError_t error = active_blocks(&most, kernel, threads, 0, cudaOccupancyDefault);
    if (error != cudaSuccess) return error;
    if (blocks > most) return set_error(cudaErrorInvalidValue);
    const size_t share = kSharedPerMultiprocessor / static_cast<size_t>(blocks) / kSharedGranularity;
    *bytes = std::min(share * kSharedGranularity - kReservedShared, kSharedOptInLimit);
    return set_error(cudaSuccess);
}

cudaError_t check_attributes(const cudaLaunchConfig_t& config, bool* cooperative) {
    if (config.numAttrs > 0 && config.attrs == nullptr) return set_error(cudaErrorInvalidValue);
    for (unsigned i = 0; i < config.numAttrs; ++i) {
        const cudaLaunchAttribute& attribute = config.attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative) *cooperative = attribute.val.cooperative != 0;
        const auto& cluster = attribute.val.clusterDim;
        if (attribute.id == cudaLaunchAttributeClusterDimension && (cluster.x > 1 || cluster.y > 1 || cluster.z > 1)) {
            record_fault(Fault::unsupported, "not supported on the CPU: thread block clusters");
            stop_program();
        }
    }
    return cudaSuccess;
}

}  // namespace cuset_rt
