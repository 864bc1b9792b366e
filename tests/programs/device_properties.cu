// Properties of the device, and the same as attributes.
// output: 1 0 9.0 32 1024 64 2147483647 65535 48 227 1
// output: same
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                    \
    do {                                                                               \
        const cudaError_t error = (call);                                              \
        if (error != cudaSuccess) {                                                    \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error));                \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

int main() {
    int count = 0, device = 9, value = 0;
    cudaDeviceProp p;
    CHECK(cudaGetDeviceCount(&count));
    CHECK(cudaSetDevice(0));
    CHECK(cudaGetDevice(&device));
    CHECK(cudaGetDeviceProperties(&p, device));
    printf("%d %d %d.%d %d %d %d %d %d %zu %zu %d\n", count, device, p.major, p.minor, p.warpSize, p.maxThreadsPerBlock,
           p.maxThreadsDim[2], p.maxGridSize[0], p.maxGridSize[1], p.sharedMemPerBlock / 1024,
           p.sharedMemPerBlockOptin / 1024, p.name[0] != '\0' && p.totalGlobalMem > 0 && p.totalConstMem == 65536);
    const struct {
        cudaDeviceAttr attribute;
        int value;
    } pairs[] = {{cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
                 {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
                 {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
                 {cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<int>(p.sharedMemPerBlockOptin)},
                 {cudaDevAttrMaxSharedMemoryPerMultiprocessor, static_cast<int>(p.sharedMemPerMultiprocessor)},
                 {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
                 {cudaDevAttrL2CacheSize, p.l2CacheSize},
                 {cudaDevAttrComputeCapabilityMajor, p.major},
                 {cudaDevAttrCooperativeLaunch, p.cooperativeLaunch},
                 {cudaDevAttrConcurrentManagedAccess, p.concurrentManagedAccess},
                 {cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
                 {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
                 {cudaDevAttrTextureAlignment, static_cast<int>(p.textureAlignment)},
                 {cudaDevAttrMemoryPoolsSupported, p.memoryPoolsSupported},
                 {cudaDevAttrAsyncEngineCount, p.asyncEngineCount}};
    bool same = true;
    for (const auto& pair : pairs) {
        CHECK(cudaDeviceGetAttribute(&value, pair.attribute, device));
        same = same && value == pair.value;
    }
    CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, device));
    printf("%s\n", same && value > 0 ? "same" : "different");
}
