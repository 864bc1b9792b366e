// Host functions and callbacks in the order of a stream.
// output: 3 7 0
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

struct Log {
    int* x;
    int seen[2], status;
};
__global__ void set(int* x, int v) { *x = v; }
void CUDART_CB on_host(void* data) {
    Log* log = static_cast<Log*>(data);
    log->seen[0] = *log->x;
}
void CUDART_CB on_stream(cudaStream_t, cudaError_t status, void* data) {
    Log* log = static_cast<Log*>(data);
    log->seen[1] = *log->x;
    log->status = status;
}

int main() {
    Log log{nullptr, {0, 0}, 9};
    cudaStream_t stream;
    CHECK(cudaMallocManaged(&log.x, sizeof(int)));
    CHECK(cudaStreamCreate(&stream));
    set<<<1, 1, 0, stream>>>(log.x, 3);
    CHECK(cudaLaunchHostFunc(stream, on_host, &log));
    set<<<1, 1, 0, stream>>>(log.x, 7);
    CHECK(cudaStreamAddCallback(stream, on_stream, &log, 0));
    CHECK(cudaStreamSynchronize(stream));
    printf("%d %d %d\n", log.seen[0], log.seen[1], log.status);
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(log.x));
}
