// Atomic operations at addresses that are no multiples of their size.
__global__ void word(char* bytes) { atomicAdd((int*)(bytes + 2), 1); }                              // expect: misaligned
__global__ void wide(char* bytes) { atomicAdd((unsigned long long*)(bytes + 4), 1ull); }            // expect: misaligned
__global__ void swap(char* bytes) { atomicCAS((unsigned*)(bytes + 1), 0u, 1u); }                    // expect: misaligned
__global__ void in_shared(int* out) {
    __shared__ __align__(8) char s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    atomicExch((int*)(s + 6), 1);  // expect: misaligned
    out[threadIdx.x] = s[0];
}

int main() {
    char* bytes;
    cudaMalloc(&bytes, 128);
    cudaMemset(bytes, 0, 128);
    word<<<1, 1>>>(bytes);
    wide<<<1, 1>>>(bytes);
    swap<<<1, 1>>>(bytes);
    in_shared<<<1, 32>>>((int*)bytes);
    cudaDeviceSynchronize();
    cudaFree(bytes);
}
