// Launch bounds of all lengths and places, and maxrregcount-like attributes; also on templates and declarations.
// output: 128 256 64 32
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

template <int n>
__global__ void __launch_bounds__(n * 2) bounded(int* x);
__global__ void __launch_bounds__(128, 4) two(int* x) { atomicAdd(x, 1); }
__launch_bounds__(64) __global__ void before(int* x) { atomicAdd(x, 1); }
template <int n>
__global__ void __launch_bounds__(n * 2) bounded(int* x) { atomicAdd(x, 1); }
extern "C" __global__ __launch_bounds__(256) void plain(int* x) { atomicAdd(x, 1); }

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 4 * sizeof(int)));
    for (int i = 0; i < 4; ++i) x[i] = 0;
    two<<<1, 128>>>(x);
    plain<<<1, 256>>>(x + 1);
    before<<<1, 64>>>(x + 2);
    bounded<16><<<1, 32>>>(x + 3);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", x[0], x[1], x[2], x[3]);
    CHECK(cudaFree(x));
}
