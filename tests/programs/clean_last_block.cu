// The last block to finish adds up what all others left behind a fence.
// output: 4950 4950
#include <cstdio>
__device__ unsigned finished = 0;
__global__ void sum(const int* a, int n, int* partial, int* total) {
    __shared__ int s[32];
    __shared__ bool last;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = 16; half > 0; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int all = 0;
        for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
        *total = all;
        finished = 0;
    }
}
int main() {
    const int n = 100;
    int host[n], *a, *partial, *total, result[2];
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&partial, 8 * sizeof(int));
    cudaMalloc(&total, sizeof(int));
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    for (int run = 0; run < 2; ++run) {
        sum<<<4, 32>>>(a, n, partial, total);
        cudaMemcpy(&result[run], total, sizeof(int), cudaMemcpyDeviceToHost);
    }
    printf("%d %d\n", result[0], result[1]);
    cudaFree(a), cudaFree(partial), cudaFree(total);
}
