// Two warps of a block pass values through a ring of volatile shared memory, each spinning on the other's position.
// output: 0 wrong
#include <cstdio>
__global__ void pass(const int* in, int* out, int n) {__shared__ volatile int ring[4];
    __shared__ volatile int head, tail;
    if (threadIdx.x == 0) head = 0, tail = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0; i < n; ++i) {
            while (head - tail >= 4);
            ring[i & 3] = in[i];
            __threadfence_block();
            head = i + 1;
        }
    } else if (threadIdx.x == 32) {
        for (int i = 0; i < n; ++i) {
            while (head <= i);
            __threadfence_block();
            out[i] = ring[i & 3] * 2;
            __threadfence_block();
            tail = i + 1;
        }
    }
}
int main() {
    const int n = 50;
    int *in, *out, host[n];
    for (int i = 0; i < n; ++i) host[i] = i * i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    pass<<<1, 64>>>(in, out, n);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += host[i] != 2 * i * i;
    printf("%d wrong\n", wrong);
    cudaFree(in), cudaFree(out);
}
