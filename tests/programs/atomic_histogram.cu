// Counts and a sum that many blocks add up, in shared memory first.
// output: 0 4000 7998000
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
__global__ void histogram(const unsigned char* x, int n, unsigned* bins, double* sum) {
    __shared__ unsigned local[64];
    for (int i = threadIdx.x; i < 64; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd_block(&local[x[i] % 64], 1u);
        atomicAdd(sum, static_cast<double>(i));
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}
int main() {
    const int n = 4000;
    unsigned char* x;
    unsigned* bins;
    double* sum;
    CHECK(cudaMallocManaged(&x, n));
    CHECK(cudaMallocManaged(&bins, 256));
    CHECK(cudaMallocManaged(&sum, 8));
    unsigned want[64] = {};
    for (int i = 0; i < n; ++i) x[i] = i * i % 251, ++want[x[i] % 64];
    for (int i = 0; i < 64; ++i) bins[i] = 0;
    *sum = 0;
    histogram<<<4, 96>>>(x, n, bins, sum);
    LAUNCHED;
    int wrong = 0, total = 0;
    for (int i = 0; i < 64; ++i) wrong += bins[i] != want[i], total += bins[i];
    printf("%d %d %.0f\n", wrong, total, *sum);
    CHECK(cudaFree(x));
    CHECK(cudaFree(bins));
    CHECK(cudaFree(sum));
}
