// The old idiom of a warp in lockstep: volatile shared memory and no barrier.
// output: 2016
#include <cstdio>
__device__ void warp_reduce(volatile int* s, int t) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
}
__global__ void sum(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x < 32) warp_reduce(s, threadIdx.x);
    if (threadIdx.x == 0) *out = s[0];
}
int main() {
    int *out, host;
    cudaMalloc(&out, sizeof(int));
    sum<<<1, 64>>>(out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
    cudaFree(out);
}
