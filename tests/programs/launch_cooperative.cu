// A cooperative launch by function call, and one that is too large.
// output: 256 720
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                    \
    do {                                                                               \
        const cudaError_t error = (call);                                              \
        if (error != cudaSuccess) {                                                    \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error));                \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void count(int* x, int* out) {
    atomicAdd(x, 1);
    cg::this_grid().sync();
    if (threadIdx.x == 0 && blockIdx.x == 3) *out = *x;
}

int main() {
    int *x, *out;
    CHECK(cudaMallocManaged(&x, sizeof(int)));
    CHECK(cudaMallocManaged(&out, sizeof(int)));
    *x = 0;
    void* arguments[] = {&x, &out};
    CHECK(cudaLaunchCooperativeKernel((void*)count, dim3(4), dim3(64), arguments));
    CHECK(cudaDeviceSynchronize());
    printf("%d ", *out);
    printf("%d\n", cudaLaunchCooperativeKernel((void*)count, dim3(1 << 20), dim3(64), arguments));  // expect: launch_error
    cudaGetLastError();
    CHECK(cudaFree(x));
    CHECK(cudaFree(out));
}
