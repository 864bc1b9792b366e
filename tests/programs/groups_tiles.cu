// Tiles of every size: ranks, place among the block's tiles, shuffles that stay inside.
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

template <unsigned size>
__device__ int test() {
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<size>(block);
    const int thread = threadIdx.x, rank = thread % size, first = thread - rank;
    int wrong = tile.size() != size || tile.num_threads() != size || tile.thread_rank() != rank;
    wrong += tile.meta_group_rank() != thread / size || tile.meta_group_size() != 64 / size;
    wrong += tile.shfl(thread, size - 1) != first + static_cast<int>(size) - 1;
    wrong += tile.shfl_down(thread, 1) != (rank + 1 < size ? thread + 1 : thread);
    wrong += tile.shfl_up(thread, 2) != (rank >= 2 ? thread - 2 : thread);
    wrong += tile.shfl_xor(thread, size / 2) != (thread ^ static_cast<int>(size / 2));
    wrong += tile.ballot(rank % 3 == 0) != (0x49249249u & (size == 32 ? ~0u : (1u << size) - 1));
    wrong += tile.any(rank == size - 1) != 1 || tile.all(rank >= 0) != 1 || tile.all(rank == 0) != (size == 1);
    wrong += tile.match_any(rank / 2) != (3u << (rank / 2 * 2) & (size == 32 ? ~0u : (1u << size) - 1));
    int same = 0;
    wrong += tile.match_all(first, same) != (size == 32 ? ~0u : (1u << size) - 1) || !same;
    tile.sync();
    return wrong;
}
__global__ void compute(int* wrong) {
    atomicAdd(wrong, test<1>() + test<2>() + test<4>() + test<8>() + test<16>() + test<32>());
}
int main() {
    int* wrong;
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    compute<<<2, 64>>>(wrong);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(wrong));
}
