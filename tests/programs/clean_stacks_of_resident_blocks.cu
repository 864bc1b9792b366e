// Blocks that wait for each other, a cooperative launch, and blocks that spin again: each knows its own stacks.
#include <cooperative_groups.h>

#include <cstdio>

__global__ void chain(volatile int* flag) {
    __shared__ int s;
    if (threadIdx.x == 0) s = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        const int b = blockIdx.x;
        if (b > 0)
            while (flag[b - 1] == 0) {}
        __threadfence();
        flag[b] = 1;
    }
    __syncthreads();
}
__global__ void together(int* x) {
    auto grid = cooperative_groups::this_grid();
    grid.sync();
    if (grid.thread_rank() == 0) *x = 1;
}
__device__ void lock(int* m) {
    while (atomicCAS(m, 0, 1) != 0) {}
    __threadfence();
}
__global__ void locked(int* m) {
    if (threadIdx.x == 0) {
        lock(m);
        __threadfence();
        atomicExch(m, 0);
    }
}

int main() {
    int *flags, *x;
    cudaMalloc(&flags, 128);
    cudaMemset(flags, 0, 128);
    cudaMalloc(&x, 8);
    cudaMemset(x, 0, 8);
    chain<<<24, 64>>>(flags);
    void* arguments[] = {&x};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(together), dim3(6), dim3(96), arguments, 0, 0);
    locked<<<24, 64>>>(x + 1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(flags), cudaFree(x);
}
// output: cudaSuccess
