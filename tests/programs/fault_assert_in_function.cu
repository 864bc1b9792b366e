// An assertion in a device function, in one thread.
// message: Assertion
#include <cassert>
__device__ int root(int v) {
    assert(v < 20);  // expect: assert_failed
    return v / 2;
}
__global__ void k(int* x) { x[threadIdx.x] = root(threadIdx.x); }

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
