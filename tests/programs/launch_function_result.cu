// Launches of what a function call, a cast or a member returns.
// output: 1 2 1
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

__global__ void one(int* x) { *x = 1; }
__global__ void two(int* x) { *x = 2; }
using Kernel = void (*)(int*);
struct Table {
    Kernel kernels[2];
    Kernel get(int i) const { return kernels[i]; }
};
Kernel choose(bool first) { return first ? one : two; }

int main() {
    int* x;
    const Table table{{one, two}};
    CHECK(cudaMallocManaged(&x, 3 * sizeof(int)));
    choose(true)<<<1, 1>>>(x);
    table.get(1)<<<1, 1>>>(x + 1);
    static_cast<Kernel>(one)<<<1, 1>>>(x + 2);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d\n", x[0], x[1], x[2]);
    CHECK(cudaFree(x));
}
