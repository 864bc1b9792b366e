// A device assertion that fails.
// message: Assertion
#include <cassert>
__global__ void check(const int* a) {
    assert(a[threadIdx.x] < 31);  // expect: assert_failed
}
int main() {
    int* a;
    int host[32];
    for (int i = 0; i < 32; ++i) host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    check<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
}
