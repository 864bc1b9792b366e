// An assertion in a template.
// message: Assertion
#include <cassert>
template <int kLimit, class T>
__device__ void store(T* to, T value) {
    assert(value <= kLimit);  // expect: assert_failed
    *to = value;
}
__global__ void k(int* x) { store<16>(x + threadIdx.x, static_cast<int>(threadIdx.x)); }

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
