// Shuffles of 12, 16, 24 and 32 bytes in tiles and coalesced groups.
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

struct Point {
    float x, y, z;
};
struct Line {
    double from, to;
    int id, color;
};
__global__ void compute(int* wrong) {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int t = threadIdx.x, rank = tile.thread_rank(), first = t - rank;
    const Point p = tile.shfl(Point{1.0f * t, 2.0f * t, 3.0f * t}, 5);
    int bad = p.x != first + 5 || p.z != 3 * (first + 5);
    const Line l = tile.shfl_xor(Line{t + 0.5, t + 1.5, t, -t}, 1);
    bad += l.from != (t ^ 1) + 0.5 || l.to != (t ^ 1) + 1.5 || l.id != (t ^ 1) || l.color != -(t ^ 1);
    const double4 d = tile.shfl_down(double4{1.0 * t, 0, 0, -1.0 * t}, 3);
    bad += d.x != (rank + 3 < 8 ? t + 3 : t) || d.w != -d.x;
    if (t % 2 == 0) {
        const longlong2 pair = cg::coalesced_threads().shfl(longlong2{t, 1ll << t}, 1);
        bad += pair.x != 2 || pair.y != 4;
    }
    if (bad) atomicAdd(wrong, bad);
}
int main() {
    int* wrong;
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    compute<<<1, 32>>>(wrong);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(wrong));
}
