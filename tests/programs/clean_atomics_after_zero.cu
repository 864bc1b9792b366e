// Counters that are set to zero before others count: ordered by a barrier, by __syncwarp, by a fence and a flag, by the
// end of a launch; and atomics of a block's scope that one block uses.
// output: 64 32 63 64 128
#include <cstdio>

__device__ int flag, guarded;

__global__ void by_barrier(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) *out = count;
}
__global__ void by_warp(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncwarp();
    atomicAdd(&count, 1);
    __syncwarp();
    if (threadIdx.x == 0) *out = count;
}
__global__ void by_flag() {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            guarded = 0;
            atomicAdd(&guarded, 1);
            __threadfence();
            atomicExch(&flag, 1);
        }
    } else {
        while (atomicAdd(&flag, 0) == 0) {
        }
        atomicAdd(&guarded, 1);
    }
}
__global__ void reset(int* out) { *out = 0; }
__global__ void count(int* out) { atomicAdd(out, 1); }
__global__ void block_scope(int* out) {
    atomicAdd_block(out + blockIdx.x, 1);
    __syncthreads();
    atomicMax_block(out + blockIdx.x, (int)blockDim.x);
}

int main() {
    int *x, host[2], result[5];
    cudaMalloc(&x, sizeof host);
    by_barrier<<<1, 64>>>(x);
    cudaMemcpy(result, x, 4, cudaMemcpyDeviceToHost);
    by_warp<<<1, 32>>>(x);
    cudaMemcpy(result + 1, x, 4, cudaMemcpyDeviceToHost);
    by_flag<<<2, 62>>>();
    cudaMemcpyFromSymbol(result + 2, guarded, 4);
    reset<<<1, 1>>>(x);
    count<<<2, 32>>>(x);
    cudaMemcpy(result + 3, x, 4, cudaMemcpyDeviceToHost);
    cudaMemset(x, 0, sizeof host);
    block_scope<<<2, 64>>>(x);
    cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d %d\n", result[0], result[1], result[2], result[3], host[0] + host[1]);
    cudaFree(x);
}
