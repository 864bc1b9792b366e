// An assertion in a member function.
// message: Assertion
#include <cassert>
struct Stack {
    int count = 0, items[4];
    __device__ void push(int v) {
        assert(count < 4);  // expect: assert_failed
        items[count++] = v;
    }
};
__global__ void k(int* x) {
    Stack stack;
    for (unsigned i = 0; i <= threadIdx.x; ++i) stack.push(i);
    x[threadIdx.x] = stack.items[0];
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
