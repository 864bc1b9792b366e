// An assertion that fails in a fiber, among blocks on several workers: the error stays.
// message: Assertion `p[threadIdx.x] >= 0' failed
#include <cassert>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                       \
    do {                                                                  \
        const cudaError_t error = (call);                                 \
        if (error == cudaSuccess) break;                                  \
        printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));     \
        exit(1);                                                          \
    } while (0)

__device__ void meet() { __syncthreads(); }
__global__ void look(const int* p) {
    meet();
    assert(p[threadIdx.x] >= 0);  // expect: assert_failed
    meet();
}

int main() {
    int* p;
    CHECK(cudaMalloc(&p, 64 * sizeof(int)));
    CHECK(cudaMemset(p, 0, 64 * sizeof(int)));
    look<<<8, 64>>>(p);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemset(p, 0xff, 64 * sizeof(int)));
    look<<<500, 64>>>(p);
    CHECK(cudaDeviceSynchronize());
    puts("not reached");
}
// exit: 1
// output: line 31: device-side assert triggered
