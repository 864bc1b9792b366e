// A scan in one launch: each block waits for the sum of the block before it, behind a volatile flag.
// output: 0 wrong
#include <cstdio>
#include <vector>
__global__ void scan(const int* in, int* out, volatile int* sums, volatile int* ready) {
    __shared__ int s[64];
    __shared__ int before;
    const int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x] = in[i];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        const int add = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
        __syncthreads();
        s[threadIdx.x] += add;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        int sum = 0;
        if (blockIdx.x > 0) {
            while (ready[blockIdx.x - 1] == 0) {
            }
            __threadfence();
            sum = sums[blockIdx.x - 1];
        }
        sums[blockIdx.x] = sum + s[63];
        __threadfence();
        ready[blockIdx.x] = 1;
        before = sum;
    }
    __syncthreads();
    out[i] = s[threadIdx.x] + before;
}
int main() {
    const int n = 64 * 20;
    std::vector<int> host(n), result(n);
    for (int i = 0; i < n; ++i) host[i] = i % 7;
    int *in, *out, *sums, *ready;
    cudaMalloc(&in, n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&sums, 20 * sizeof(int));
    cudaMalloc(&ready, 20 * sizeof(int));
    cudaMemset(ready, 0, 20 * sizeof(int));
    cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    scan<<<20, 64>>>(in, out, sums, ready);
    cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int wrong = 0, sum = 0;
    for (int i = 0; i < n; ++i) wrong += result[i] != (sum += host[i]);
    printf("%d wrong\n", wrong);
    cudaFree(in), cudaFree(out), cudaFree(sums), cudaFree(ready);
}
