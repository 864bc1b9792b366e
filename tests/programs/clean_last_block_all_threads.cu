// Every thread leaves a part behind; a barrier, then one fence and one ticket for the block.
// output: 0 wrong
#include <cstdio>
__device__ int tickets;
__global__ void transpose_sum(int* parts, int* out) {
    __shared__ int ticket;
    parts[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x + threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        ticket = atomicAdd(&tickets, 1);
    }
    __syncthreads();
    if (ticket != gridDim.x - 1) return;
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += parts[b * blockDim.x + threadIdx.x];
    out[threadIdx.x] = sum;
}
int main() {
    int *parts, *out, host[64];
    cudaMalloc(&parts, 8 * 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    transpose_sum<<<8, 64>>>(parts, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int t = 0; t < 64; ++t) wrong += host[t] != 28 + 8 * t;
    printf("%d wrong\n", wrong);
    cudaFree(parts), cudaFree(out);
}
