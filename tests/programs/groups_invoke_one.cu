// invoke_one runs a function in one thread of a group; invoke_one_broadcast gives its result to all.
// output: 2 8 0
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

__global__ void compute(int* out) {
    const auto block = cg::this_thread_block();
    cg::invoke_one(block, [&] { atomicAdd(&out[0], 1); });
    const auto tile = cg::tiled_partition<16>(block);
    const int ticket = cg::invoke_one_broadcast(
        tile, [](int* counter, int step) { return atomicAdd(counter, step); }, &out[1], 1);
    const int first = tile.shfl(ticket, 7);
    if (ticket != first || ticket < 0 || ticket >= 8) atomicAdd(&out[2], 1);
}
int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 12));
    out[0] = out[1] = out[2] = 0;
    compute<<<2, 64>>>(out);
    LAUNCHED;
    printf("%d %d %d\n", out[0], out[1], out[2]);
    CHECK(cudaFree(out));
}
