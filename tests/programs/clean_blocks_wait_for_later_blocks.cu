// A barrier over the grid made of an atomic counter: every block waits for all others, later ones too.
// output: 0 wrong
#include <cstdio>
__device__ unsigned arrived;
__global__ void exchange(int* a, int* b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    a[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
    b[i] = a[n - 1 - i];
}
int main() {
    const int n = 6 * 64;
    int *a, *b, host[n];
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    exchange<<<6, 64>>>(a, b);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += host[i] != n - 1 - i;
    printf("%d wrong\n", wrong);
    cudaFree(a), cudaFree(b);
}
