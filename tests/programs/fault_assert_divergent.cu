// An assertion in one branch of a loop.
// message: Assertion
#include <cassert>
__global__ void k(int* x) {
    for (int i = 0; i < 10; ++i) {
        if (i == 6 && threadIdx.x == 9) {
            assert(i < 5);  // expect: assert_failed
        } else {
            x[threadIdx.x] += 1;
        }
    }
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 16>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
