// Threads outside the data return before the barriers that the others meet at.
// output: 0 wrong
#include <cstdio>
__global__ void shift(const int* in, int* out, int n) {
    __shared__ int s[128];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = threadIdx.x > 0 ? s[threadIdx.x - 1] : -1;
}
int main() {
    const int n = 300;
    int *in, *out, host[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    shift<<<3, 128>>>(in, out, n);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += host[i] != (i % 128 == 0 ? -1 : i - 1);
    printf("%d wrong\n", wrong);
    cudaFree(in), cudaFree(out);
}
