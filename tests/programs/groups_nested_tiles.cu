// A tile of a tile, the type with the parent left out, and a group of one.
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

__device__ unsigned last_of(const cg::thread_block_tile<4>& tile, unsigned value) {
    return tile.shfl(value, 3);
}

__global__ void compute(int* wrong) {
    const auto outer = cg::tiled_partition<16>(cg::this_thread_block());
    const auto inner = cg::tiled_partition<4>(outer);
    const cg::thread_block_tile<4> plain = inner;
    const unsigned t = threadIdx.x;
    int bad = inner.meta_group_rank() != t % 16 / 4 || inner.meta_group_size() != 4;
    bad += plain.thread_rank() != t % 4 || last_of(plain, t) != t / 4 * 4 + 3;
    const auto alone = cg::this_thread();
    bad += alone.size() != 1 || alone.thread_rank() != 0 || alone.shfl(t, 0) != t;
    atomicAdd(wrong, bad);
}
int main() {
    int* wrong;
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    compute<<<1, 64>>>(wrong);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(wrong));
}
