// Managed memory: prefetching and advice with device numbers or locations, attaching to streams.
// output: 100 3 0
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

#if CUDART_VERSION >= 13000
#define PLACE(device) \
    cudaMemLocation { device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device < 0 ? 0 : device }
#define PREFETCH(p, n, device) cudaMemPrefetchAsync(p, n, PLACE(device), 0)
#else
#define PLACE(device) device
#define PREFETCH(p, n, device) cudaMemPrefetchAsync(p, n, device)
#endif
__global__ void count(int* x) { atomicAdd(x, 1); }

int main() {
    int *x, host = 0;
    CHECK(cudaMallocManaged(&x, 2 * sizeof(int), cudaMemAttachGlobal));
    CHECK(cudaMemAdvise(x, 8, cudaMemAdviseSetPreferredLocation, PLACE(0)));
    CHECK(cudaMemAdvise(x, 8, cudaMemAdviseSetAccessedBy, PLACE(cudaCpuDeviceId)));
    x[0] = 0, x[1] = 2;
    CHECK(PREFETCH(x, 8, 0));
    count<<<1, 100>>>(x);
    CHECK(cudaGetLastError());
    CHECK(PREFETCH(x, 8, cudaCpuDeviceId));
    CHECK(cudaDeviceSynchronize());
    x[1] += 1;
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, x + 1));
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamAttachMemAsync(stream, x));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
    printf("%d %d %d\n", x[0], attributes.type == cudaMemoryTypeManaged ? x[1] : 0, host);
    CHECK(cudaFree(x));
}
