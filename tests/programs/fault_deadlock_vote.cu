// Two votes of a warp in branches, each with the mask of all lanes.
__global__ void k(int* x) {
    if (threadIdx.x & 1) {
        x[threadIdx.x] = __any_sync(0xffffffffu, 1);  // expect: deadlock
    } else {
        x[threadIdx.x] = __ballot_sync(0xffffffffu, 1);
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
