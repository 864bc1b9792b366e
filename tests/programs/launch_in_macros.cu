// Launches whose kernel, configuration or arguments come from macros.
// output: 3 4 5 6 7
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

#define BLOCKS 1
#define CONFIG BLOCKS, 1
#define RUN(kernel, ...) kernel<<<BLOCKS, 1>>>(__VA_ARGS__)
#define RUN_WITH(kernel, grid, block, ...) kernel<<<(grid), (block)>>>(__VA_ARGS__)
#define TWICE(a) \
    do {         \
        a;       \
        a;       \
    } while (0)
#define KERNEL(name, v) \
    __global__ void name(int* x) { *x = v; }

__global__ void set(int* x, int v) { *x = v; }
__global__ void add(int* x, int v) { *x += v; }
KERNEL(five, 5)

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 5 * sizeof(int)));
    for (int i = 0; i < 5; ++i) x[i] = 0;
    RUN(set, x, 3);
    RUN_WITH(set, 1, dim3(1), x + 1, 4);
    five<<<CONFIG>>>(x + 2);
    TWICE((add<<<1, 1>>>(x + 3, 3)));
    const int seven = 7;
    CHECK((RUN(set, x + 4, seven), cudaGetLastError()));
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; ++i) printf(i < 4 ? "%d " : "%d\n", x[i]);
    CHECK(cudaFree(x));
}
