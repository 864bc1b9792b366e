// Allocations that are too large or have no place to go; sizes of zero.
// output: 2 1 0 1 1 1
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
    void* p = nullptr;
    printf("%d ", cudaMalloc(&p, size_t{1} << 42));
    printf("%d ", cudaMalloc(static_cast<void**>(nullptr), 16));
    printf("%d %d ", cudaMalloc(&p, 0), p == nullptr);
    printf("%d ", cudaMallocManaged(&p, 0));
    printf("%d\n", cudaGetLastError() != cudaSuccess && cudaGetLastError() == cudaSuccess);
    CHECK(cudaFree(p));
}
