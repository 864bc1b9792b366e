// cooperative_groups::reduce with every operator and a lambda, over tiles and coalesced threads, types of 2 to 16 bytes.
// output: 0
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>

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

struct Range {
    double low, high;
};
__global__ void compute(int* wrong) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    const int rank = tile.thread_rank(), t = threadIdx.x, first = t - rank;
    int bad = cg::reduce(tile, t, cg::plus<int>()) != 16 * first + 120;
    bad += cg::reduce(tile, t, cg::less<int>()) != first || cg::reduce(tile, t, cg::greater<int>()) != first + 15;
    bad += cg::reduce(tile, 1u << rank, cg::bit_or<unsigned>()) != 0xffff;
    bad += cg::reduce(tile, ~(1u << rank), cg::bit_and<unsigned>()) != 0xffff0000u;
    bad += cg::reduce(tile, static_cast<unsigned>(rank), cg::bit_xor<unsigned>()) != 0;
    bad += cg::reduce(tile, rank + 0.5f, cg::plus<float>()) != 128.0f;
    bad += cg::reduce(tile, 1ull << 40, cg::plus<unsigned long long>()) != 16ull << 40;
    bad += cg::reduce(tile, rank, [](int a, int b) { return a > b ? a : b; }) != 15;
    bad += __half2float(cg::reduce(tile, __int2half_rn(rank), cg::plus<__half>())) != 120;
    const Range range = cg::reduce(tile, Range{rank * 1.0, rank * 2.0}, [](Range a, Range b) {
        return Range{a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    });
    bad += range.low != 0 || range.high != 30;
    if (t % 32 < 5) bad += cg::reduce(cg::coalesced_threads(), t % 32, cg::plus<int>()) != 10;
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
