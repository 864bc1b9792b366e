// An assertion that guards an index, in a block that is not the first.
// message: Assertion
#include <cassert>
__global__ void k(int* x) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(i < 64);  // expect: assert_failed
    x[i] = i;
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<3, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
