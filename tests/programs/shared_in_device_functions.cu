// Shared variables of device functions, members and lambdas: one per block, kept between calls.
// output: 33 2 7 64
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

__device__ int* counter() {
    __shared__ int count;
    return &count;
}
struct Stage {
    __device__ static int exchange(int v) {
        __shared__ int slots[64];
        slots[threadIdx.x] = v;
        __syncthreads();
        const int other = slots[threadIdx.x ^ 1];
        __syncthreads();
        return other;
    }
};
__global__ void use(int* out) {
    if (threadIdx.x == 0) *counter() = 0;
    __syncthreads();
    atomicAdd(counter(), 1);
    const int other = Stage::exchange(threadIdx.x);
    const auto keep = [](int v) {
        __shared__ int kept;
        if (v != 0) kept = v;
        return &kept;
    };
    if (threadIdx.x == 32) out[0] = other;
    if (threadIdx.x == 3) out[1] = other;
    if (threadIdx.x == 5) out[2] = *keep(7);
    __syncthreads();
    if (threadIdx.x == 0) out[3] = *counter();
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 4 * sizeof(int)));
    use<<<1, 64>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    CHECK(cudaFree(out));
}
