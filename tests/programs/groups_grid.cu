// Grid-wide barriers in a cooperative launch: each step reads what other blocks wrote in the step before.
// output: 0 1 256 8 8
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

__global__ void rotate(int* a, int* b, int n, int* info) {
    cg::grid_group grid = cg::this_grid();
    const int i = grid.thread_rank();
    if (i == 0) {
        info[0] = grid.is_valid(), info[1] = grid.size(), info[2] = grid.num_blocks(), info[3] = grid.dim_blocks().x;
    }
    if (grid.block_rank() != blockIdx.x) info[0] = -1;
    for (int step = 0; step < 5; ++step) {
        b[(i + 33) % n] = a[i] + 1;
        grid.sync();
        int* other = a;
        a = b, b = other;
        cg::sync(grid);
    }
}
int main() {
    int n = 256, *a, *b, *info;
    CHECK(cudaMallocManaged(&a, n * sizeof(int)));
    CHECK(cudaMallocManaged(&b, n * sizeof(int)));
    CHECK(cudaMallocManaged(&info, 16));
    for (int i = 0; i < n; ++i) a[i] = i * 10, b[i] = 0;
    void* arguments[] = {&a, &b, &n, &info};
    CHECK(cudaLaunchCooperativeKernel((void*)rotate, dim3(8), dim3(32), arguments, 0, 0));
    CHECK(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += b[(i + 5 * 33) % n] != i * 10 + 5;
    printf("%d %d %d %d %d\n", wrong, info[0], info[1], info[2], info[3]);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(info));
}
