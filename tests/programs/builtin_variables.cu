// threadIdx, blockIdx, blockDim, gridDim and warpSize in three dimensions, in functions and as dim3 and uint3.
// output: 576 575 32 24 1
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

__device__ unsigned global_index() {
    const dim3 size = blockDim;
    const uint3 block = blockIdx;
    const unsigned b = (block.z * gridDim.y + block.y) * gridDim.x + block.x;
    return b * (size.x * size.y * size.z) + (threadIdx.z * size.y + threadIdx.y) * size.x + threadIdx.x;
}
__global__ void index(unsigned* seen, unsigned* last) {
    const unsigned i = global_index();
    seen[i] = i;
    if (i == 575) *last = gridDim.x * gridDim.y * gridDim.z + (warpSize - 32);
}

int main() {
    unsigned *seen, *last;
    CHECK(cudaMallocManaged(&seen, 576 * sizeof(unsigned)));
    CHECK(cudaMallocManaged(&last, sizeof(unsigned)));
    index<<<dim3(4, 3, 2), dim3(2, 3, 4)>>>(seen, last);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    int right = 0;
    for (unsigned i = 0; i < 576; ++i) right += seen[i] == i;
    const dim3 d(3);
    printf("%d %u %d %u %u\n", right, seen[575], 32, *last, d.y * d.z);
    CHECK(cudaFree(seen));
    CHECK(cudaFree(last));
}
