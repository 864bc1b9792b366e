// Threads of a branch as a group: ranks by lane, shuffles by rank, one atomic for all of them.
// output: 0 22 0
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

__device__ int take(int* counter) {
    const cg::coalesced_group active = cg::coalesced_threads();
    int start = 0;
    if (active.thread_rank() == 0) start = atomicAdd(counter, static_cast<int>(active.size()));
    return active.shfl(start, 0) + active.thread_rank();
}
__global__ void compute(int* wrong, int* counter, int* tickets) {
    const unsigned lane = threadIdx.x % 32;
    if (lane % 3 == 0) {
        const cg::coalesced_group g = cg::coalesced_threads();
        int bad = g.size() != 11 || g.thread_rank() != lane / 3;
        bad += g.shfl(lane, 4) != 12 || g.shfl_down(lane, 2) != (lane + 6 < 32 ? lane + 6 : lane);
        bad += g.shfl_up(lane, 1) != (lane >= 3 ? lane - 3 : lane);
        bad += g.ballot(lane >= 15) != 0x7e0 || !g.any(lane == 30) || g.all(lane == 30);
        bad += g.match_any(lane < 9) != (lane < 9 ? 0x7u : 0x7f8u);
        g.sync();
        if (bad) atomicAdd(wrong, 1);
        tickets[take(counter)] = 1;
    }
}
int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 24 * sizeof(int)));
    for (int i = 0; i < 24; ++i) out[i] = 0;
    compute<<<1, 64>>>(out, out + 1, out + 2);
    LAUNCHED;
    int missing = 0;
    for (int i = 0; i < 22; ++i) missing += out[2 + i] != 1;
    printf("%d %d %d\n", out[0], out[1], missing);
    CHECK(cudaFree(out));
}
