// memcpy_async into shared memory by a block and by tiles, in bytes and in elements.
// output: 0
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

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

__global__ void compute(const int* from, int* to) {
    __shared__ int block_part[100], tile_part[3][32];
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<32>(block);
    cg::memcpy_async(block, block_part, from, sizeof(int) * 100);
    cg::memcpy_async(tile, tile_part[tile.meta_group_rank()], 32, from + 100 + 32 * tile.meta_group_rank(), 40);
    cg::wait(tile);
    cg::wait(block);
    to[100 + threadIdx.x] = tile_part[2 - threadIdx.x / 32][threadIdx.x % 32];
    for (int i = threadIdx.x; i < 100; i += blockDim.x) to[i] = block_part[99 - i];
}
int main() {
    int *from, *to;
    CHECK(cudaMallocManaged(&from, 204 * sizeof(int)));
    CHECK(cudaMallocManaged(&to, 196 * sizeof(int)));
    for (int i = 0; i < 204; ++i) from[i] = i * i;
    compute<<<1, 96>>>(from, to);
    LAUNCHED;
    int wrong = 0;
    for (int i = 0; i < 100; ++i) wrong += to[i] != from[99 - i];
    for (int i = 0; i < 96; ++i) wrong += to[100 + i] != from[100 + (2 - i / 32) * 32 + i % 32];
    printf("%d\n", wrong);
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
}
