// One warp waits at the block's barrier, the other for a lane that waits there.
// message: deadlock
__global__ void wait(int* out) {
    if (threadIdx.x < 32) {
        __syncthreads();
    } else if (threadIdx.x != 40) {
        __syncwarp();  // expect: deadlock
        __syncthreads();
    } else {
        __syncthreads();  // expect: divergent_barrier
        __syncwarp();
    }
    out[threadIdx.x] = 1;
}
int main() {
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    wait<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
