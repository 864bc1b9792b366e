// A tile's barrier that one of its threads never reaches, as it waits for the block.
// message: deadlock
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* x) {
    const auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<8>(block);
    if (threadIdx.x == 5) block.sync();
    tile.sync();  // expect: deadlock
    if (threadIdx.x != 5) block.sync();  // expect: divergent_barrier
    x[threadIdx.x] = tile.size();
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
