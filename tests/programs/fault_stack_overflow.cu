// Endless recursion in a kernel that needs a stack for each thread.
// message: stack overflow
// clang-format off
__device__ int deeper(int n) { volatile int frame[64]; frame[n % 64] = n; return n < 0 ? 0 : deeper(n + 1) + frame[n % 64]; }  // expect: stack_overflow
// clang-format on
__global__ void recurse(int* x) {
    x[threadIdx.x] = deeper(threadIdx.x);
    __syncthreads();
}

int main() {
    int* x;
    if (cudaMalloc(&x, 64 * sizeof(int)) != cudaSuccess) return 1;
    recurse<<<1, 64>>>(x);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    return cudaFree(x);
}
