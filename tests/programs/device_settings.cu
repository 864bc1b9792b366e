// Limits, flags, cache preferences, bus ids, versions, peers and the choice of a device.
// output: 1024 4096 0 215 0000 0 1 0 0 101
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
    size_t stack = 0, changed = 0;
    char id[32] = {};
    int device = 9, driver = 0, runtime = 0, can = 9, chosen = 9;
    unsigned flags = 0;
    cudaFuncCache cache;
    cudaDeviceProp p = {};
    CHECK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
    CHECK(cudaGetDeviceFlags(&flags));
    CHECK(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
    CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    CHECK(cudaDeviceGetLimit(&changed, cudaLimitStackSize));
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    CHECK(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20));
    CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    CHECK(cudaDeviceGetCacheConfig(&cache));
    printf("%zu %zu %d ", stack, changed, cache == cudaFuncCachePreferShared);
    printf("%d ", cudaDeviceSetLimit(static_cast<cudaLimit>(77), 1));
    cudaGetLastError();
    CHECK(cudaDeviceGetPCIBusId(id, sizeof id, 0));
    CHECK(cudaDeviceGetByPCIBusId(&device, id));
    CHECK(cudaDriverGetVersion(&driver));
    CHECK(cudaRuntimeGetVersion(&runtime));
    CHECK(cudaChooseDevice(&chosen, &p));
    CHECK(cudaDeviceCanAccessPeer(&can, 0, 0));
    printf("%.4s %d %d %d %d %d\n", id, device, driver >= runtime && runtime >= 12000, can, chosen,
           cudaDeviceEnablePeerAccess(1, 0));
    cudaGetLastError();
    CHECK(cudaDeviceReset());
}
