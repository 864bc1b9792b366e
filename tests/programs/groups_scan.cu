// Inclusive and exclusive scans over tiles and coalesced threads; compaction by an exclusive scan.
// output: 0 1 4 7 10 13 16 19 22 25 28 31
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

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

__global__ void compute(int* wrong, int* packed) {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int rank = tile.thread_rank();
    int bad = cg::inclusive_scan(tile, rank) != rank * (rank + 1) / 2;
    bad += cg::exclusive_scan(tile, rank) != rank * (rank - 1) / 2;
    bad += cg::inclusive_scan(tile, 31 - rank, cg::less<int>()) != 31 - rank;
    bad += cg::inclusive_scan(tile, rank % 7, [](int a, int b) { return a > b ? a : b; }) != (rank < 6 ? rank : 6);
    bad += cg::exclusive_scan(tile, 1u << rank, cg::bit_or<unsigned>()) != (1u << rank) - 1;
    bad += cg::inclusive_scan(tile, 0.25f) != 0.25f * (rank + 1);
    if (rank % 2 == 1) {
        const cg::coalesced_group odd = cg::coalesced_threads();
        bad += cg::inclusive_scan(odd, rank) != (rank + 1) * (rank + 1) / 4;
    }
    const bool keep = rank % 3 == 1;
    const int place = cg::exclusive_scan(tile, keep ? 1 : 0);
    if (keep) packed[place] = rank;
    if (bad) atomicAdd(wrong, bad);
}
int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 12 * sizeof(int)));
    out[0] = 0;
    compute<<<1, 32>>>(out, out + 1);
    LAUNCHED;
    for (int i = 0; i < 12; ++i) printf("%d%c", out[i], i < 11 ? ' ' : '\n');
    CHECK(cudaFree(out));
}
