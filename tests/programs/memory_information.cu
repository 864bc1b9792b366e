// Free and total memory, and what the attributes of pointers say about each kind of memory.
// output: 1 1 0 2 2 1 3
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
    size_t before = 0, after = 0, total = 0;
    char *device, *pinned, *managed, local;
    CHECK(cudaMemGetInfo(&before, &total));
    CHECK(cudaMalloc(&device, 1 << 20));
    CHECK(cudaMallocHost(&pinned, 16));
    CHECK(cudaMallocManaged(&managed, 16));
    CHECK(cudaMemGetInfo(&after, &total));
    printf("%d %d", before - after >= 1 << 20, after < total);
    for (const char* p : {&local, device, device + 100, pinned, managed}) {
        cudaPointerAttributes attributes;
        CHECK(cudaPointerGetAttributes(&attributes, p));
        printf(" %d", attributes.type);
    }
    printf("\n");
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFree(managed));
}
