// A launch whose configuration is written with braces.
// output: 15
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

__global__ void count(int* total) { atomicAdd(total, 1); }

int main() {
    int* total;
    CHECK(cudaMallocManaged(&total, sizeof(int)));
    *total = 0;
    count<<<{5, 1, 1}, {3}>>>(total);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d\n", *total);
    CHECK(cudaFree(total));
}
