// Threads write bytes and halves of the same words.
// output: 0 wrong
#include <cstdio>
__global__ void write(unsigned char* a, unsigned short* b, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = (unsigned char)i, b[i] = (unsigned short)(i * 3);
}
__global__ void reverse(const unsigned char* a, unsigned char* out, int n) {
    __shared__ unsigned char s[256];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) s[threadIdx.x] = a[i];
    __syncthreads();
    const int last = min(n - (int)(blockIdx.x * blockDim.x), 256) - 1;
    if (i < n) out[i] = s[last - threadIdx.x];
}
int main() {
    const int n = 1001;
    unsigned char *a, *out, host[n];
    unsigned short *b, wide[n];
    cudaMalloc(&a, n);
    cudaMalloc(&out, n);
    cudaMalloc(&b, sizeof wide);
    write<<<4, 256>>>(a, b, n);
    reverse<<<4, 256>>>(a, out, n);
    cudaMemcpy(host, out, n, cudaMemcpyDeviceToHost);
    cudaMemcpy(wide, b, sizeof wide, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        const int first = i / 256 * 256, end = first + 256 < n ? first + 256 : n;
        wrong += host[i] != (unsigned char)(end - 1 - (i - first)) || wide[i] != (unsigned short)(i * 3);
    }
    printf("%d wrong\n", wrong);
    cudaFree(a), cudaFree(out), cudaFree(b);
}
