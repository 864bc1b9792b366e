// Half of a block waits at a barrier, the other half at a shuffle that never completes.
// message: deadlock in block (0,0,0)
__global__ void wait(int* x) {
    if (threadIdx.x < 32)
        __syncthreads();
    else
        x[0] = threadIdx.x == 40 ? __shfl_sync(0xffffffff, 1, 0) : __shfl_sync(3, 1, 0);  // expect: deadlock invalid_mask
    __syncthreads();  // expect: divergent_barrier
}

int main() {
    int* x;
    if (cudaMalloc(&x, 4) != cudaSuccess) return 1;
    wait<<<1, 64>>>(x);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    return cudaFree(x);
}
