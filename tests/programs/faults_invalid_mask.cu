// Ten warp operations whose mask leaves out the lane that calls.
__global__ void shuffle(int* out) {
    out[threadIdx.x] = __shfl_sync(0x0000ffff, threadIdx.x, 0);  // expect: invalid_mask
}
__global__ void shuffle_down(int* out) {
    out[threadIdx.x] = __shfl_down_sync(0x7fffffff, threadIdx.x, 1);  // expect: invalid_mask
}
__global__ void shuffle_xor(int* out) {
    if (threadIdx.x >= 8) return;
    out[threadIdx.x] = __shfl_xor_sync(0xf, threadIdx.x, 1);  // expect: invalid_mask
}
__global__ void shuffle_up(float* out) {
    out[threadIdx.x] = __shfl_up_sync(0xfffffffe, 1.0f, 1);  // expect: invalid_mask
}
__global__ void ballot(int* out) {
    out[threadIdx.x] = __ballot_sync(0x55555555, threadIdx.x > 3);  // expect: invalid_mask
}
__global__ void any(int* out) {
    out[threadIdx.x] = __any_sync(1u << ((threadIdx.x + 1) % 32), 1);  // expect: invalid_mask
}
__global__ void all(int* out) {
    out[threadIdx.x] = __all_sync(0xffff0000, 1);  // expect: invalid_mask
}
__global__ void synchronise(int* out) {
    out[threadIdx.x] = 1;
    __syncwarp(0x0fffffff);  // expect: invalid_mask
}
__global__ void match(int* out) {
    out[threadIdx.x] = __match_any_sync(0x3fffffff, threadIdx.x / 4);  // expect: invalid_mask
}
__global__ void reduce(int* out) {
    out[threadIdx.x] = __reduce_add_sync(0xff00ff00, threadIdx.x);  // expect: invalid_mask
}

int main() {
    int* out;
    float* f;
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMalloc(&f, 32 * sizeof(float));
    shuffle<<<1, 32>>>(out);
    shuffle_down<<<1, 32>>>(out);
    shuffle_xor<<<1, 32>>>(out);
    shuffle_up<<<1, 32>>>(f);
    ballot<<<1, 32>>>(out);
    any<<<1, 32>>>(out);
    all<<<1, 32>>>(out);
    synchronise<<<1, 32>>>(out);
    match<<<1, 32>>>(out);
    reduce<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(f);
}
