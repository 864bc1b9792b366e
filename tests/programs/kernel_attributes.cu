// Launch bounds with one to three arguments, other attributes, and headers that only repeat declarations.
// output: 28
#include <builtin_types.h>
#include <cuda_runtime_api.h>
#include <device_atomic_functions.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <host_defines.h>
#include <math_functions.h>
#include <sm_20_atomic_functions.h>
#include <sm_32_intrinsics.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <cstdio>
#define CHECK(call)                                                     \
    do {                                                                \
        const cudaError_t error = (call);                               \
        if (error != cudaSuccess) {                                     \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
            return 1;                                                   \
        }                                                               \
    } while (0)
#define LAUNCHED               \
    CHECK(cudaGetLastError()); \
    CHECK(cudaDeviceSynchronize())
__device__ __forceinline__ int one() {
    return 1;
}
__device__ __noinline__ int two() {
    return 2;
}
struct __align__(16) Aligned {
    int x;
};

template <int threads>
__global__ void __launch_bounds__(threads) a(int* y) {
    *y += one();
}
__global__ void __launch_bounds__(64, 2) b(int* __restrict__ y) {
    *y += two();
}
__global__ __launch_bounds__(64, 1, 1) void c(int* y) {
    *y += static_cast<int>(sizeof(Aligned));
}
__global__ void __maxnreg__(32) d(const int* __restrict__ x, int* y) {
#pragma unroll 4
    for (int i = 0; i < 3; ++i) *y += x[i];
}
int main() {
    int* y;
    CHECK(cudaMallocManaged(&y, 16));
    y[0] = 0, y[1] = 2, y[2] = 3, y[3] = 4;
    a<32><<<1, 1>>>(y);
    b<<<1, 1>>>(y);
    c<<<1, 1>>>(y);
    d<<<1, 1>>>(y + 1, y);
    LAUNCHED;
    printf("%d\n", *y);
    CHECK(cudaFree(y));
}
