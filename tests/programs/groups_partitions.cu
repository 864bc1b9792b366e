// binary_partition and labeled_partition: who is together, in which order, among how many.
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

__global__ void compute(int* wrong) {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned lane = tile.thread_rank();
    const cg::coalesced_group half = cg::binary_partition(tile, lane < 12);
    int bad = half.size() != (lane < 12 ? 12 : 20) || half.thread_rank() != (lane < 12 ? lane : lane - 12);
    bad += half.shfl(lane, 0) != (lane < 12 ? 0 : 12) || half.meta_group_size() != 2;
    const cg::coalesced_group label = cg::labeled_partition(tile, static_cast<int>(lane % 5));
    bad += label.size() != (lane % 5 < 2 ? 7 : 6) || label.thread_rank() != lane / 5 || label.meta_group_size() != 5;
    bad += label.shfl(lane, 1) != lane % 5 + 5;
    const cg::coalesced_group quarter = cg::binary_partition(half, lane % 2 == 0);
    bad += quarter.size() != half.size() / 2 || quarter.thread_rank() != half.thread_rank() / 2;
    if (bad) atomicAdd(wrong, bad);
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
