// The lanes of a warp write, __syncwarp, and one lane raises the flag behind a fence.
// output: 0 wrong
#include <cstdio>
__device__ int flag;
__global__ void pass(int* box, int* out) {
    if (blockIdx.x == 0) {
        box[threadIdx.x] = threadIdx.x * 3;
        __syncwarp();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicExch(&flag, 1);
        }
    } else {
        if (threadIdx.x == 0) {
            while (atomicAdd(&flag, 0) == 0) {
            }
            __threadfence();
        }
        __syncwarp();
        out[threadIdx.x] = box[31 - threadIdx.x];
    }
}
int main() {
    int *box, *out, host[32];
    cudaMalloc(&box, sizeof host);
    cudaMalloc(&out, sizeof host);
    pass<<<2, 32>>>(box, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 32; ++i) wrong += host[i] != 3 * (31 - i);
    printf("%d wrong\n", wrong);
    cudaFree(box), cudaFree(out);
}
