// Recursive device functions: direct, mutual, with arrays on the stack, by threads that also meet at a barrier.
// output: 720 55 1 31
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

__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__device__ bool is_odd(int n);
__device__ bool is_even(int n) { return n == 0 || is_odd(n - 1); }
__device__ bool is_odd(int n) { return n != 0 && is_even(n - 1); }
__device__ int fibonacci(int n) {
    int previous[2] = {n, 0};
    if (n > 1) {
        for (int i = 0; i < 2; ++i) previous[i] = fibonacci(n - 1 - i);
    }
    return previous[0] + previous[1];
}
__global__ void recurse(int* out) {
    __shared__ int depth[32];
    depth[threadIdx.x] = fibonacci(threadIdx.x % 11);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = factorial(6), out[1] = depth[10], out[2] = is_even(40);
    atomicMax(&out[3], static_cast<int>(threadIdx.x));
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 4 * sizeof(int)));
    out[3] = 0;
    recurse<<<1, 32>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    CHECK(cudaFree(out));
}
