// Events: elapsed time, queries, flags, recording again.
// output: 1 0 1 400 400
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

__global__ void work(float* x) {
    for (int i = 0; i < 1000; ++i) x[threadIdx.x] += 0.5f;
}

int main() {
    cudaEvent_t start, stop, untimed;
    float *x, first = -1, again = -1;
    CHECK(cudaMalloc(&x, 32 * sizeof(float)));
    CHECK(cudaMemset(x, 0, 32 * sizeof(float)));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop, cudaEventBlockingSync));
    CHECK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    CHECK(cudaEventRecord(start));
    work<<<1, 32>>>(x);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop, 0));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&first, start, stop));
    printf("%d %d ", first > 0 && first < 5000, cudaEventQuery(stop));
    CHECK(cudaEventRecordWithFlags(stop, 0, cudaEventRecordDefault));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&again, start, stop));
    CHECK(cudaEventRecord(untimed));
    printf("%d %d ", again >= first, cudaEventElapsedTime(&first, start, untimed));
    CHECK(cudaEventDestroy(start));
    printf("%d\n", cudaEventElapsedTime(&first, nullptr, stop));
    cudaGetLastError();
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaEventDestroy(untimed));
    CHECK(cudaFree(x));
}
