// One block leaves out a barrier of the grid and another one waits there for the block.
// message: deadlock
#include <cooperative_groups.h>
__global__ void k(int* x) {
    if (threadIdx.x == 3) {
        __syncthreads();
    } else {
        cooperative_groups::this_grid().sync();  // expect: deadlock
    }
    x[threadIdx.x] = 1;
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    void* arguments[] = {&x};
    cudaLaunchCooperativeKernel(k, 1, 32, arguments);
    cudaDeviceSynchronize();
    cudaFree(x);
}
