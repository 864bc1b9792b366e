// Attributes of kernels: limits that are set for one kernel and stay those of another.
// output: 1024 1 49152 65536 49152 1 1 98
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

__global__ void one(int* x) { *x = 1; }
template <class T>
__global__ void two(T* x) { *x = 2; }

int main() {
    cudaFuncAttributes before, after, other;
    CHECK(cudaFuncGetAttributes(&before, one));
    CHECK(cudaFuncSetAttribute(one, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    CHECK(cudaFuncSetAttribute((const void*)two<int>, cudaFuncAttributePreferredSharedMemoryCarveout,
                               cudaSharedmemCarveoutMaxShared));
    CHECK(cudaFuncSetCacheConfig(two<int>, cudaFuncCachePreferShared));
    CHECK(cudaFuncGetAttributes(&after, (const void*)one));
    CHECK(cudaFuncGetAttributes(&other, two<int>));
    printf("%d %d %d %d %d ", before.maxThreadsPerBlock, before.numRegs > 0, before.maxDynamicSharedSizeBytes,
           after.maxDynamicSharedSizeBytes, other.maxDynamicSharedSizeBytes);
    printf("%d ", cudaFuncSetAttribute(one, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    printf("%d ", cudaFuncSetAttribute(one, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    printf("%d\n", cudaFuncGetAttributes(&before, (const void*)nullptr));
    cudaGetLastError();
}
