// Five uses after free, five double frees.
#include <cstdio>

__global__ void fill(int* a, int n) {
    if (threadIdx.x < n) a[threadIdx.x] = threadIdx.x;  // expect: use_after_free
}
__global__ void read(const float* a, float* out) {
    out[threadIdx.x] = a[threadIdx.x] * 2;  // expect: use_after_free
}
__global__ void bytes(char* a) {
    a[threadIdx.x] = 'x';  // expect: use_after_free
}
__global__ void atomic(int* a) {
    atomicAdd(a, 1);  // expect: use_after_free
}
struct Four {
    int x[4];
};
__global__ void whole(Four* a, Four* out) {
    out[threadIdx.x] = a[threadIdx.x];  // expect: use_after_free
}

int main() {
    int *a, *b, *c;
    float *f, *out;
    char* text;
    Four *four, *fours;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&b, 64 * sizeof(int));
    cudaMallocManaged(&c, 64 * sizeof(int));
    cudaMalloc(&f, 64 * sizeof(float));
    cudaMalloc(&out, 64 * sizeof(float));
    cudaMalloc(&text, 64);
    cudaMalloc(&four, 32 * sizeof(Four));
    cudaMalloc(&fours, 32 * sizeof(Four));
    cudaFree(a);
    cudaFree(b);
    cudaFree(f);
    cudaFree(text);
    cudaFree(four);
    fill<<<1, 32>>>(a, 32);
    read<<<1, 32>>>(f, out);
    bytes<<<1, 32>>>(text);
    atomic<<<1, 32>>>(b);
    whole<<<1, 32>>>(four, fours);
    cudaDeviceSynchronize();
    cudaFree(a);     // expect: double_free
    cudaFree(f);     // expect: double_free
    cudaFree(text);  // expect: double_free
    cudaFree(c);
    cudaFree(c);  // expect: double_free
    int* pinned;
    cudaMallocHost(&pinned, 64);
    cudaFreeHost(pinned);
    cudaFreeHost(pinned);  // expect: double_free
    cudaFree(out);
    cudaFree(fours);
}
