// thread_block: ranks and sizes in three dimensions, its barrier, the split barrier.
// output: 0 48 48 1 2
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
    __shared__ int values[48];
    cg::thread_block block = cg::this_thread_block();
    const unsigned rank = block.thread_rank();
    const unsigned want = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    if (rank != want) atomicAdd(&out[0], 1);
    values[rank] = rank;
    block.sync();
    const int other = values[47 - rank];
    cg::thread_block::arrival_token token = block.barrier_arrive();
    block.barrier_wait(cg::thread_block::arrival_token(token));
    values[rank] = other;
    cg::sync(block);
    if (values[47 - rank] != static_cast<int>(rank)) atomicAdd(&out[0], 1);
    if (rank == 0 && blockIdx.x == 1) {
        out[1] = block.size(), out[2] = block.num_threads(), out[3] = block.group_index().x;
        out[4] = block.dim_threads().z;
    }
}
int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 20));
    for (int i = 0; i < 5; ++i) out[i] = 0;
    compute<<<2, dim3(4, 6, 2)>>>(out);
    LAUNCHED;
    printf("%d %d %d %d %d\n", out[0], out[1], out[2], out[3], out[4]);
    CHECK(cudaFree(out));
}
