// A line splice inside the <<< and >>> of a launch.
// output: 31
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

__global__ void set(int* x, int v) { *x = v; }

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, sizeof(int)));
    set<\
<<1, 1>>\
>(x, 31);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d\n", *x);
    CHECK(cudaFree(x));
}
