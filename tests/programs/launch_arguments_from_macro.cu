// A macro whose parameter is the whole list of a launch's arguments, with its parentheses.
// output: 4 5
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

#define RUN(kernel, grid, block, arguments) kernel<<<(grid), (block)>>> arguments
#define ARGUMENTS (x + 1, 5)
__global__ void set(int* x, int v) { *x = v; }

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 2 * sizeof(int)));
    RUN(set, 1, dim3(1), (x, 4));
    set<<<1, 1>>> ARGUMENTS;
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d\n", x[0], x[1]);
    CHECK(cudaFree(x));
}
