// Lanes of a warp call the same operation with different masks.
__global__ void shuffle(int* out) {
    const unsigned mask = threadIdx.x < 16 ? 0xffffffffu : 0xffff0000u;
    out[threadIdx.x] = __shfl_sync(mask, threadIdx.x, 0);  // expect: invalid_mask
}
__global__ void vote(int* out) {
    const unsigned mask = threadIdx.x < 8 ? 0xffu : 0xffffu;
    if (threadIdx.x < 16) out[threadIdx.x] = __any_sync(mask, threadIdx.x > 3);  // expect: invalid_mask
}

int main() {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    shuffle<<<1, 32>>>(out);
    vote<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
