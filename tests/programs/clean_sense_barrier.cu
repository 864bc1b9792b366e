// Blocks meet at a barrier of their own: a counter, and a volatile variable of the file that all spin on.
// output: 0 wrong
#include <cstdio>
__device__ unsigned arrived;
__device__ volatile unsigned sense;
__device__ void meet() {
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned before = sense;
        __threadfence();
        if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
            arrived = 0;
            __threadfence();
            sense = !before;
        } else {
            while (sense == before);
        }
        __threadfence();
    }
    __syncthreads();
}
__global__ void swap(int* a, int* b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    a[i] = i;
    meet();
    b[i] = a[n - 1 - i];
    meet();
    a[i] = b[(i + blockDim.x) % n];
}
int main() {
    const int n = 4 * 64;
    int *a, *b, host[n];
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    swap<<<4, 64>>>(a, b);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += host[i] != n - 1 - (i + 64) % n;
    printf("%d wrong\n", wrong);
    cudaFree(a), cudaFree(b);
}
