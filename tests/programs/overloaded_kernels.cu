// Overloaded kernels and device functions: by type, by number of arguments, template against plain function.
// output: 1 2 3 4 5
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

__device__ int kind(int) { return 1; }
__device__ int kind(float) { return 2; }
__global__ void set(int* x, int v) { *x = kind(v); }
__global__ void set(int* x, float v) { *x = kind(v); }
__global__ void set(int* x) { *x = 3; }
template <class T>
__global__ void set(int* x, T*) { *x = 4; }
__global__ void set(int* x, double, double) { *x = 5; }

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 5 * sizeof(int)));
    set<<<1, 1>>>(x, 7);
    set<<<1, 1>>>(x + 1, 7.0f);
    set<<<1, 1>>>(x + 2);
    set<<<1, 1>>>(x + 3, x);
    set<<<1, 1>>>(x + 4, 1.0, 2.0);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; ++i) printf(i < 4 ? "%d " : "%d\n", x[i]);
    CHECK(cudaFree(x));
}
