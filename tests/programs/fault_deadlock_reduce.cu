// Half a warp reduces with the whole warp's mask while the other half waits for the block.
// message: deadlock
__global__ void k(int* x) {
    if (threadIdx.x < 16) x[0] = __reduce_add_sync(0xffffffffu, threadIdx.x);  // expect: deadlock
    __syncthreads();
    x[1] = 1;
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
