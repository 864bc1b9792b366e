// A lane leaves for the barrier of the block, the others wait for it at a warp operation.
// message: deadlock
__global__ void k(int* x) {
    if (threadIdx.x == 7) __syncthreads();
    x[threadIdx.x] = __shfl_down_sync(0xffffffffu, 1, 1);  // expect: deadlock
    if (threadIdx.x != 7) __syncthreads();
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
