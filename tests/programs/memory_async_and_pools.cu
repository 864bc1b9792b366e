// Stream-ordered allocation, memory pools and their attributes.
// output: 7 9 11 1 64 0 3
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

__global__ void set(int* x, int v) { *x = v; }

int main() {
    int *a, *b, *c, host[3];
    cudaStream_t stream;
    cudaMemPool_t pool, own, current;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaDeviceGetDefaultMemPool(&pool, 0));
    unsigned long long threshold = 64, read = 0;
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read));
    cudaMemPoolProps properties = {};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    CHECK(cudaMemPoolCreate(&own, &properties));
    CHECK(cudaMallocAsync(&a, sizeof(int), stream));
    CHECK(cudaMallocFromPoolAsync(&b, sizeof(int), own, stream));
    CHECK(cudaMallocAsync(&c, sizeof(int), own, stream));
    set<<<1, 1, 0, stream>>>(a, 7);
    set<<<1, 1, 0, stream>>>(b, 9);
    set<<<1, 1, 0, stream>>>(c, 11);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(host, a, sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaMemcpyAsync(host + 1, b, sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaMemcpyAsync(host + 2, c, sizeof(int), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(a, stream));
    CHECK(cudaFreeAsync(b, stream));
    CHECK(cudaFreeAsync(c, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemPoolTrimTo(pool, 0));
    CHECK(cudaDeviceGetMemPool(&current, 0));
    unsigned long long used = 1;
    CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    cudaMemAccessFlags flags;
    CHECK(cudaMemPoolGetAccess(&flags, pool, &properties.location));
    printf("%d %d %d %d %llu %llu %d\n", host[0], host[1], host[2], current == pool, read, used, flags);
    CHECK(cudaMemPoolDestroy(own));
    CHECK(cudaStreamDestroy(stream));
}
