// Threads of a block wait at different barriers of one line.
__global__ void branches(int* out) {
    if (threadIdx.x < 32) { __syncthreads(); } else { __syncthreads(); }  // expect: divergent_barrier
    out[threadIdx.x] = 1;
}
__global__ void counts(int* out) {
    out[threadIdx.x] = threadIdx.x % 2 ? __syncthreads_count(1) : __syncthreads_or(0);  // expect: divergent_barrier
}
__global__ void both(int* out) {
    out[threadIdx.x] = 1; __syncthreads(); out[threadIdx.x] += 1; __syncthreads();
}

int main() {
    int* out;
    cudaMalloc(&out, 64 * sizeof(int));
    branches<<<1, 64>>>(out);
    counts<<<1, 64>>>(out);
    both<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
