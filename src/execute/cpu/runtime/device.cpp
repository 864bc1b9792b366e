// The device: properties, attributes, limits and settings.
#include <cstdio>
#include <cstring>

#include "internal.h"

namespace cuset_rt {
namespace {

constexpr const char* kPciBusId = "0000:01:00.0";

cudaError_t check_device(int device) {
    return set_error(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

// Settings that change nothing here; a program may read back what it set.
struct Settings {
    unsigned flags = cudaDeviceScheduleAuto | cudaDeviceMapHost;
    cudaFuncCache cache = cudaFuncCachePreferNone;
    size_t limits[7] = {1024, size_t{1} << 20, size_t{8} << 20, 2, 2048, 64, 0};
};
Settings settings;

template <size_t n>
void fill(int (&to)[n], const int (&from)[n]) {
    std::memcpy(to, from, sizeof to);
}

void fill_textures(cudaDeviceProp& p) {
    p.textureAlignment = p.surfaceAlignment = 512;
    p.texturePitchAlignment = 32;
    p.maxTexture1D = p.maxSurface1D = 131072;
    p.maxTexture1DMipmap = p.maxTextureCubemap = p.maxSurfaceCubemap = 32768;
    p.maxTexture1DLinear = 1 << 28;
    fill(p.maxTexture2D, {131072, 65536});
    fill(p.maxTexture2DMipmap, {32768, 32768});
    fill(p.maxTexture2DLinear, {131072, 65000, 2097120});
    fill(p.maxTexture2DGather, {32768, 32768});
    fill(p.maxTexture3D, {16384, 16384, 16384});
    fill(p.maxTexture3DAlt, {8192, 8192, 32768});
    fill(p.maxTexture1DLayered, {32768, 2048});
    fill(p.maxTexture2DLayered, {32768, 32768, 2048});
    fill(p.maxTextureCubemapLayered, {32768, 2046});
    fill(p.maxSurface2D, {131072, 65536});
    fill(p.maxSurface3D, {16384, 16384, 16384});
    fill(p.maxSurface1DLayered, {32768, 2048});
    fill(p.maxSurface2DLayered, {32768, 32768, 2048});
    fill(p.maxSurfaceCubemapLayered, {32768, 2046});
}

void fill_limits(cudaDeviceProp& p) {
    p.totalGlobalMem = kDeviceMemory;
    p.totalConstMem = 65536;
    p.sharedMemPerBlock = kStaticSharedLimit;
    p.sharedMemPerBlockOptin = kSharedOptInLimit;
    p.sharedMemPerMultiprocessor = kSharedOptInLimit + 1024;
    p.reservedSharedMemPerBlock = 1024;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536;
    p.warpSize = warpSize;
    p.memPitch = 0x7fffffff;
    p.maxThreadsPerBlock = kMaxThreads;
    fill(p.maxThreadsDim, {int{kMaxThreads}, int{kMaxThreads}, int{kMaxBlockZ}});
    fill(p.maxGridSize, {int{kMaxGridX}, int{kMaxGridYZ}, int{kMaxGridYZ}});
    p.maxThreadsPerMultiProcessor = 2048;
    p.maxBlocksPerMultiProcessor = 32;
    p.accessPolicyMaxWindowSize = 128 << 20;
}

cudaDeviceProp make_properties() {
    cudaDeviceProp p{};
    std::strcpy(p.name, "CPU");
    std::memcpy(p.uuid.bytes, "cuset cpu device", sizeof p.uuid.bytes);
    p.major = 9;
    p.pciBusID = 1;
    p.multiProcessorCount = multiprocessors();
    p.clockRate = 1980000;
    p.memoryClockRate = 2619000;
    p.memoryBusWidth = 5120;
    p.l2CacheSize = 50 << 20;
    p.persistingL2CacheMaxSize = 32 << 20;
    p.asyncEngineCount = 3;
    p.singleToDoublePrecisionPerfRatio = 2;
    p.deviceOverlap = p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = 1;
    p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = 1;
    p.managedMemory = p.concurrentManagedAccess = p.computePreemptionSupported = 1;
    p.canUseHostPointerForRegisteredMem = p.cooperativeLaunch = 1;
    p.hostRegisterSupported = p.memoryPoolsSupported = 1;
    fill_limits(p);
    fill_textures(p);
    return p;
}

struct Attribute {
    cudaDeviceAttr attribute;
    int (*value)(const cudaDeviceProp& p);
};
#define CUSET_ATTRIBUTE(name, field)                                                         \
    {                                                                                        \
        cudaDevAttr##name, [](const cudaDeviceProp& p) { return static_cast<int>(p.field); } \
    }
constexpr Attribute kAttributes[] = {
    CUSET_ATTRIBUTE(MaxThreadsPerBlock, maxThreadsPerBlock),
    CUSET_ATTRIBUTE(MaxBlockDimX, maxThreadsDim[0]),
    CUSET_ATTRIBUTE(MaxBlockDimY, maxThreadsDim[1]),
    CUSET_ATTRIBUTE(MaxBlockDimZ, maxThreadsDim[2]),
    CUSET_ATTRIBUTE(MaxGridDimX, maxGridSize[0]),
    CUSET_ATTRIBUTE(MaxGridDimY, maxGridSize[1]),
    CUSET_ATTRIBUTE(MaxGridDimZ, maxGridSize[2]),
    CUSET_ATTRIBUTE(MaxSharedMemoryPerBlock, sharedMemPerBlock),
    CUSET_ATTRIBUTE(TotalConstantMemory, totalConstMem),
    CUSET_ATTRIBUTE(WarpSize, warpSize),
    CUSET_ATTRIBUTE(MaxPitch, memPitch),
    CUSET_ATTRIBUTE(MaxRegistersPerBlock, regsPerBlock),
    CUSET_ATTRIBUTE(ClockRate, clockRate),
    CUSET_ATTRIBUTE(TextureAlignment, textureAlignment),
    CUSET_ATTRIBUTE(GpuOverlap, deviceOverlap),
    CUSET_ATTRIBUTE(MultiProcessorCount, multiProcessorCount),
    CUSET_ATTRIBUTE(KernelExecTimeout, kernelExecTimeoutEnabled),
    CUSET_ATTRIBUTE(Integrated, integrated),
    CUSET_ATTRIBUTE(CanMapHostMemory, canMapHostMemory),
    CUSET_ATTRIBUTE(ComputeMode, computeMode),
    CUSET_ATTRIBUTE(MaxTexture1DWidth, maxTexture1D),
    CUSET_ATTRIBUTE(MaxTexture2DWidth, maxTexture2D[0]),
    CUSET_ATTRIBUTE(MaxTexture2DHeight, maxTexture2D[1]),
    CUSET_ATTRIBUTE(MaxTexture3DWidth, maxTexture3D[0]),
    CUSET_ATTRIBUTE(MaxTexture3DHeight, maxTexture3D[1]),
    CUSET_ATTRIBUTE(MaxTexture3DDepth, maxTexture3D[2]),
    CUSET_ATTRIBUTE(MaxTexture2DLayeredWidth, maxTexture2DLayered[0]),
    CUSET_ATTRIBUTE(MaxTexture2DLayeredHeight, maxTexture2DLayered[1]),
    CUSET_ATTRIBUTE(MaxTexture2DLayeredLayers, maxTexture2DLayered[2]),
    CUSET_ATTRIBUTE(MaxTexture1DLayeredWidth, maxTexture1DLayered[0]),
    CUSET_ATTRIBUTE(MaxTexture1DLayeredLayers, maxTexture1DLayered[1]),
    CUSET_ATTRIBUTE(MaxTexture2DGatherWidth, maxTexture2DGather[0]),
    CUSET_ATTRIBUTE(MaxTexture2DGatherHeight, maxTexture2DGather[1]),
    CUSET_ATTRIBUTE(MaxTexture1DLinearWidth, maxTexture1DLinear),
    CUSET_ATTRIBUTE(MaxTexture2DLinearWidth, maxTexture2DLinear[0]),
    CUSET_ATTRIBUTE(MaxTexture2DLinearHeight, maxTexture2DLinear[1]),
    CUSET_ATTRIBUTE(MaxTexture2DLinearPitch, maxTexture2DLinear[2]),
    CUSET_ATTRIBUTE(TexturePitchAlignment, texturePitchAlignment),
    CUSET_ATTRIBUTE(SurfaceAlignment, surfaceAlignment),
    CUSET_ATTRIBUTE(ConcurrentKernels, concurrentKernels),
    CUSET_ATTRIBUTE(EccEnabled, ECCEnabled),
    CUSET_ATTRIBUTE(PciBusId, pciBusID),
    CUSET_ATTRIBUTE(PciDeviceId, pciDeviceID),
    CUSET_ATTRIBUTE(PciDomainId, pciDomainID),
    CUSET_ATTRIBUTE(TccDriver, tccDriver),
    CUSET_ATTRIBUTE(MemoryClockRate, memoryClockRate),
    CUSET_ATTRIBUTE(GlobalMemoryBusWidth, memoryBusWidth),
    CUSET_ATTRIBUTE(L2CacheSize, l2CacheSize),
    CUSET_ATTRIBUTE(MaxPersistingL2CacheSize, persistingL2CacheMaxSize),
    CUSET_ATTRIBUTE(MaxAccessPolicyWindowSize, accessPolicyMaxWindowSize),
    CUSET_ATTRIBUTE(MaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    CUSET_ATTRIBUTE(MaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    CUSET_ATTRIBUTE(AsyncEngineCount, asyncEngineCount),
    CUSET_ATTRIBUTE(UnifiedAddressing, unifiedAddressing),
    CUSET_ATTRIBUTE(ComputeCapabilityMajor, major),
    CUSET_ATTRIBUTE(ComputeCapabilityMinor, minor),
    CUSET_ATTRIBUTE(StreamPrioritiesSupported, streamPrioritiesSupported),
    CUSET_ATTRIBUTE(GlobalL1CacheSupported, globalL1CacheSupported),
    CUSET_ATTRIBUTE(LocalL1CacheSupported, localL1CacheSupported),
    CUSET_ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    CUSET_ATTRIBUTE(MaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    CUSET_ATTRIBUTE(ManagedMemory, managedMemory),
    CUSET_ATTRIBUTE(IsMultiGpuBoard, isMultiGpuBoard),
    CUSET_ATTRIBUTE(MultiGpuBoardGroupID, multiGpuBoardGroupID),
    CUSET_ATTRIBUTE(HostNativeAtomicSupported, hostNativeAtomicSupported),
    CUSET_ATTRIBUTE(SingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
    CUSET_ATTRIBUTE(PageableMemoryAccess, pageableMemoryAccess),
    CUSET_ATTRIBUTE(ConcurrentManagedAccess, concurrentManagedAccess),
    CUSET_ATTRIBUTE(ComputePreemptionSupported, computePreemptionSupported),
    CUSET_ATTRIBUTE(CanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    CUSET_ATTRIBUTE(CooperativeLaunch, cooperativeLaunch),
    CUSET_ATTRIBUTE(CooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch),
    CUSET_ATTRIBUTE(MaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    CUSET_ATTRIBUTE(ReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    CUSET_ATTRIBUTE(HostRegisterSupported, hostRegisterSupported),
    CUSET_ATTRIBUTE(PageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    CUSET_ATTRIBUTE(DirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    CUSET_ATTRIBUTE(SparseCudaArraySupported, sparseCudaArraySupported),
    CUSET_ATTRIBUTE(MemoryPoolsSupported, memoryPoolsSupported),
    CUSET_ATTRIBUTE(MemoryPoolSupportedHandleTypes, memoryPoolSupportedHandleTypes),
    CUSET_ATTRIBUTE(GPUDirectRDMASupported, gpuDirectRDMASupported),
    CUSET_ATTRIBUTE(ClusterLaunch, clusterLaunch),
    CUSET_ATTRIBUTE(IpcEventSupport, ipcEventSupported),
};
#undef CUSET_ATTRIBUTE

}  // namespace
}  // namespace cuset_rt

using namespace cuset_rt;

cudaError_t cudaGetDeviceCount(int* count) {
    if (count == nullptr) return set_error(cudaErrorInvalidValue);
    *count = 1;
    return set_error(cudaSuccess);
}
cudaError_t cudaGetDevice(int* device) {
    if (device == nullptr) return set_error(cudaErrorInvalidValue);
    *device = 0;
    return set_error(cudaSuccess);
}
cudaError_t cudaSetDevice(int device) {
    return check_device(device);
}
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    if ((flags & cudaInitDeviceFlagsAreValid) != 0) settings.flags = device_flags;
    return check_device(device);
}
cudaError_t cudaSetValidDevices(int* devices, int count) {
    for (int i = 0; i < count; ++i)
        if (check_device(devices[i]) != cudaSuccess) return cudaErrorInvalidDevice;
    return set_error(cudaSuccess);
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* properties) {
    if (device == nullptr || properties == nullptr) return set_error(cudaErrorInvalidValue);
    return cudaGetDevice(device);
}
cudaError_t cudaSetDeviceFlags(unsigned flags) {
    if ((flags & ~cudaDeviceMask) != 0) return set_error(cudaErrorInvalidValue);
    settings.flags = flags;
    return set_error(cudaSuccess);
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
    if (flags == nullptr) return set_error(cudaErrorInvalidValue);
    *flags = settings.flags;
    return set_error(cudaSuccess);
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    if (properties == nullptr) return set_error(cudaErrorInvalidValue);
    if (device == 0) *properties = make_properties();
    return check_device(device);
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    if (value == nullptr) return set_error(cudaErrorInvalidValue);
    for (const Attribute& known : kAttributes) {
        if (known.attribute != attribute) continue;
        *value = known.value(make_properties());
        return check_device(device);
    }
    return set_error(cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGetPCIBusId(char* id, int bytes, int device) {
    if (id == nullptr || bytes <= static_cast<int>(std::strlen(kPciBusId))) return set_error(cudaErrorInvalidValue);
    if (device == 0) std::strcpy(id, kPciBusId);
    return check_device(device);
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
    if (device == nullptr || id == nullptr) return set_error(cudaErrorInvalidValue);
    if (std::strcmp(id, kPciBusId) != 0) return set_error(cudaErrorInvalidDevice);
    return cudaGetDevice(device);
}

cudaError_t cudaDeviceSynchronize() {
    return set_error(cudaSuccess);
}
cudaError_t cudaThreadSynchronize() {
    return set_error(cudaSuccess);
}
cudaError_t cudaDeviceReset() {
    settings = {};
    return set_error(cudaSuccess);
}
cudaError_t cudaThreadExit() {
    return cudaDeviceReset();
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
    if (limit < cudaLimitStackSize || limit > cudaLimitPersistingL2CacheSize || limit == cudaLimitDevRuntimeSyncDepth)
        return set_error(cudaErrorUnsupportedLimit);
    settings.limits[limit] = value;
    return set_error(cudaSuccess);
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
    if (value == nullptr) return set_error(cudaErrorInvalidValue);
    if (limit < cudaLimitStackSize || limit > cudaLimitPersistingL2CacheSize || limit == cudaLimitDevRuntimeSyncDepth)
        return set_error(cudaErrorUnsupportedLimit);
    *value = settings.limits[limit];
    return set_error(cudaSuccess);
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    settings.cache = config;
    return set_error(cudaSuccess);
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    *config = settings.cache;
    return set_error(cudaSuccess);
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return set_error(cudaSuccess);
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    *config = cudaSharedMemBankSizeFourByte;
    return set_error(cudaSuccess);
}
cudaError_t cudaCtxResetPersistingL2Cache() {
    return set_error(cudaSuccess);
}

// There is no second device, and none is its own peer.
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
    if (can == nullptr) return set_error(cudaErrorInvalidValue);
    *can = 0;
    return check_device(device == 0 ? peer : device);
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned flags) {
    return set_error(flags != 0 ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
    return set_error(peer == 0 ? cudaErrorPeerAccessNotEnabled : cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceGetP2PAttribute(int*, cudaDeviceP2PAttr, int, int) {
    return set_error(cudaErrorInvalidDevice);
}

cudaError_t cudaDriverGetVersion(int* version) {
    if (version == nullptr) return set_error(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return set_error(cudaSuccess);
}
cudaError_t cudaRuntimeGetVersion(int* version) {
    return cudaDriverGetVersion(version);
}
