// Lanes of a warp wait for each other with masks that never meet.
// message: deadlock
__global__ void wait(int* out) {
    if (threadIdx.x < 16) {
        out[threadIdx.x] = __shfl_sync(0xffffffff, threadIdx.x, 0);  // expect: deadlock
    } else {
        out[threadIdx.x] = __shfl_sync(0xffff0000, threadIdx.x, 16);
        __syncthreads();
    }
}
int main() {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    wait<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
