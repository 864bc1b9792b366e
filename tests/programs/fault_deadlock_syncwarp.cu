// A lane takes another path to __syncwarp and waits for a lane of a mask that is not there.
// message: deadlock
__global__ void k(int* x) {
    if (threadIdx.x < 4) {
        x[threadIdx.x] = 1;
        __syncwarp(0xffu);  // expect: deadlock
    } else {
        __syncwarp(0xfffffff0u);
        x[threadIdx.x] = 2;
        __syncthreads();
    }
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
