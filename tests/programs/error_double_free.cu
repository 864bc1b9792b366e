// A second cudaFree, a free of the wrong kind or of a place inside an allocation; a null pointer may be freed.
// output: 0 1 1 1 1 0 0 0
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
    int *device, *pinned, local;
    CHECK(cudaMalloc(&device, 64));
    CHECK(cudaMallocHost(&pinned, 64));
    printf("%d ", cudaFree(device));
    printf("%d ", cudaFree(device));  // expect: double_free
    printf("%d ", cudaFree(pinned));
    printf("%d ", cudaFree(&local));
    printf("%d ", cudaFreeHost(pinned + 1));
    printf("%d ", cudaFree(nullptr));
    printf("%d ", cudaFreeHost(nullptr));
    printf("%d\n", cudaFreeHost(pinned));
    cudaGetLastError();
}
