// Default arguments of kernels, device functions and template parameters.
// output: 7 12 4
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

__device__ int scaled(int v, int factor = 3) { return v * factor; }
__global__ void set(int* x, int v = 7, const int* unused = nullptr) { *x = unused == nullptr ? v : 0; }
template <class T = int, int n = 4>
__global__ void fill(T* x, T v = T(n)) { *x = v; }
__global__ void call(int* x) { *x = scaled(4); }

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 3 * sizeof(int)));
    set<<<1, 1>>>(x);
    call<<<1, 1>>>(x + 1);
    fill<<<1, 1>>>(x + 2);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d\n", x[0], x[1], x[2]);
    CHECK(cudaFree(x));
}
