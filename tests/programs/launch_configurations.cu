// A launch with two, three and four arguments; numbers and dim3 of each length.
// output: 6 6 24 24 24
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

__global__ void count(int* total) {
    extern __shared__ int unused[];
    (void)unused;
    atomicAdd(total, 1);
}

int main() {
    int* total;
    CHECK(cudaMallocManaged(&total, 5 * sizeof(int)));
    for (int i = 0; i < 5; ++i) total[i] = 0;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    const dim3 grid(2, 3), block = {2, 2, 1};
    count<<<2, 3>>>(total);
    count<<<2, 3, 16>>>(total + 1);
    count<<<grid, block, 0, stream>>>(total + 2);
    count<<<dim3(1, 2, 3), dim3(4), 64, stream>>>(total + 3);
    count <<< 6 , block >>> (total + 4);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; ++i) printf(i < 4 ? "%d " : "%d\n", total[i]);
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(total));
}
