// The headers in another order, some twice, standard headers between them.
#include <mma.h>
#include <cmath>
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <algorithm>
#include <cuda_fp16.h>
#include <cuda_fp16.h>
#include <vector>
// output: 2.5 4
#include <cstdio>

__global__ void add(__half* x, __nv_bfloat16* y) {
    cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    if (block.thread_rank() == 0) *x = *x + __half(1.5f), *y = __nv_bfloat16(2.0f) * *y;
}
int main() {
    __half* x;
    __nv_bfloat16* y;
    if (cudaMallocManaged(&x, 2) != cudaSuccess || cudaMallocManaged(&y, 2) != cudaSuccess) return 1;
    const std::vector<float> start = {std::max(0.5f, 1.0f), 2.0f};
    *x = start[0], *y = start[1];
    add<<<1, 1>>>(x, y);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("%g %g\n", float(*x), float(*y));
    return cudaFree(x) != cudaSuccess || cudaFree(y) != cudaSuccess;
}
