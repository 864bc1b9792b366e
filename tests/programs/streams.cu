// Streams with flags and priorities, queries, waiting for events, the default streams.
// output: 1 0 -2 1 0 6 1
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

__global__ void add(int* x, int v) { *x += v; }

int main() {
    cudaStream_t plain, flagged, urgent;
    cudaEvent_t done;
    int *x, priority = 9, device = 9, least = 9, greatest = 9;
    unsigned flags = 9;
    unsigned long long id = 0, other = 0;
    CHECK(cudaMallocManaged(&x, sizeof(int)));
    *x = 0;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(cudaStreamCreate(&plain));
    CHECK(cudaStreamCreateWithFlags(&flagged, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithPriority(&urgent, cudaStreamDefault, -2));
    CHECK(cudaStreamGetFlags(flagged, &flags));
    CHECK(cudaStreamGetPriority(urgent, &priority));
    CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    add<<<1, 1, 0, plain>>>(x, 1);
    CHECK(cudaEventRecord(done, plain));
    CHECK(cudaStreamWaitEvent(urgent, done, 0));
    add<<<1, 1, 0, urgent>>>(x, 2);
    CHECK(cudaStreamSynchronize(urgent));
    CHECK(cudaStreamQuery(urgent));
    add<<<1, 1, 0, cudaStreamLegacy>>>(x, 3);
    CHECK(cudaStreamSynchronize(cudaStreamLegacy));
    CHECK(cudaStreamSynchronize(cudaStreamPerThread));
    CHECK(cudaStreamGetId(plain, &id));
    CHECK(cudaStreamGetId(urgent, &other));
    printf("%u %d %d %d ", flags, least, priority, greatest < least);
#if CUDART_VERSION >= 12080
    CHECK(cudaStreamGetDevice(plain, &device));
#endif
    printf("%d %d %d\n", device, *x, id != other);
    CHECK(cudaEventDestroy(done));
    CHECK(cudaStreamDestroy(plain));
    CHECK(cudaStreamDestroy(flagged));
    CHECK(cudaStreamDestroy(urgent));
    CHECK(cudaFree(x));
}
