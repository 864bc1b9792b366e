// tiled_partition with a size known at run time, of blocks and coalesced groups, through the base class.
// output: 0
#include <cooperative_groups.h>

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
namespace cg = cooperative_groups;

// A barrier-separated sum over any group, with a workspace of its own.
__device__ int sum(const cg::thread_group& group, int* space, int value) {
    const int rank = group.thread_rank();
    for (int step = group.size() / 2; step > 0; step /= 2) {
        space[rank] = value;
        group.sync();
        if (rank < step) value += space[rank + step];
        group.sync();
    }
    return value;
}
__global__ void compute(int* wrong, int size) {
    __shared__ int space[64];
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_group tile = cg::tiled_partition(block, size);
    const int t = threadIdx.x, first = t / size * size;
    int bad = tile.size() != size || tile.thread_rank() != t % size;
    const int tile_sum = sum(tile, space + first, t);
    if (tile.thread_rank() == 0) bad += tile_sum != size * first + size * (size - 1) / 2;
    block.sync();
    const int all = sum(block, space, t);
    if (t == 0) bad += all != 2016;
    if (t % 2 == 1) {
        const cg::coalesced_group odd = cg::coalesced_threads();
        const cg::coalesced_group part = cg::tiled_partition(odd, 4);
        bad += part.size() != 4 || part.thread_rank() != t % 32 / 2 % 4 || part.meta_group_rank() != t % 32 / 8;
        bad += part.meta_group_size() != 4 || part.shfl(t, 0) != t / 8 * 8 + 1;
    }
    if (bad) atomicAdd(wrong, bad);
}
int main() {
    int* wrong;
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    for (int size = 4; size <= 32; size *= 2) compute<<<1, 64>>>(wrong, size);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(wrong));
}
