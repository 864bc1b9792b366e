// 48 KiB of static shared memory, the most that a kernel may declare.
// output: 12287 1
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

__global__ void fill(int* out) {
    __shared__ int all[12288];
    for (int i = threadIdx.x; i < 12288; i += blockDim.x) all[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) out[0] = all[12287], out[1] = all[1];
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 2 * sizeof(int)));
    fill<<<1, 256>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d\n", out[0], out[1]);
    CHECK(cudaFree(out));
}
