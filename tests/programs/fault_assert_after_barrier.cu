// An assertion about shared memory after a barrier.
// message: Assertion
#include <cassert>
__global__ void k(int* x) {
    __shared__ int s[32];
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    assert(s[31 - threadIdx.x] == 1 && "filled");  // expect: assert_failed
    x[threadIdx.x] = s[threadIdx.x];
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
