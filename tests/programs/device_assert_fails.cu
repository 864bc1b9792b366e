// A failed device assert stops the program with CUDA's message.
// message: block: [1,0,0], thread: [2,0,0] Assertion `x[i] < 6' failed.
#include <cassert>
#include <cstdio>
#define CHECK(call)                                                     \
    do {                                                                \
        const cudaError_t error = (call);                               \
        if (error != cudaSuccess) {                                     \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
            return 1;                                                   \
        }                                                               \
    } while (0)
#define LAUNCHED               \
    CHECK(cudaGetLastError()); \
    CHECK(cudaDeviceSynchronize())
__global__ void check(const int* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(x[i] >= 0);
    assert(x[i] < 6);  // expect: assert_failed
}
int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 32));
    for (int i = 0; i < 8; ++i) x[i] = i;
    check<<<2, 4>>>(x);
    LAUNCHED;
    CHECK(cudaFree(x));
}
