// The profiler's calls are there and do nothing.
// output: 1
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

#include <cuda_profiler_api.h>
__global__ void set(int* x) { *x = 1; }

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, sizeof(int)));
    CHECK(cudaProfilerStart());
    set<<<1, 1>>>(x);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaProfilerStop());
    printf("%d\n", *x);
    CHECK(cudaFree(x));
}
