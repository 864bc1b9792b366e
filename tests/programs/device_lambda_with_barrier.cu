// A lambda that uses shared memory and a barrier of the kernel that calls it.
// output: 496 528
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

template <class F>
__global__ void block(int* out, F f) {
    __shared__ int buffer[32];
    buffer[threadIdx.x] = f(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int v : buffer) sum += v;
        *out = sum;
    }
}
template <class T>
void sum(T* out, T offset) {
    block<<<1, 32>>>(out, [=] __device__(int i) -> T { return i + offset; });
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, sizeof(int)));
    sum(out, 0);
    printf("%d ", *out);
    sum(out, 1);
    printf("%d\n", *out);
    CHECK(cudaFree(out));
}
