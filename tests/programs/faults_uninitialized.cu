// Ten reads of memory that nothing has written.
#include <cstdio>

struct Item {
    float weight;
    int id;
};

__global__ void fresh_global(const int* a, int* out) {
    out[threadIdx.x] = a[threadIdx.x];  // expect: uninitialized
}
__global__ void fresh_shared(int* out) {
    __shared__ int s[32];
    out[threadIdx.x] = s[threadIdx.x];  // expect: uninitialized
}
__global__ void half_of_shared(int* out) {
    __shared__ float s[64];
    s[threadIdx.x] = 1.0f;
    __syncthreads();
    out[threadIdx.x] = (int)s[threadIdx.x + 16];  // expect: uninitialized
}
__global__ void from_the_block_before(int* out) {
    __shared__ int s[32];
    if (blockIdx.x == 0) s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x + 32 * blockIdx.x] = s[threadIdx.x];  // expect: uninitialized
}
__global__ void accumulate(float* sum) {
    sum[threadIdx.x] += 1.0f;  // expect: uninitialized
}
__global__ void count(int* bins) {
    atomicAdd(&bins[threadIdx.x % 4], 1);  // expect: uninitialized
}
__global__ void dynamic_shared(int* out) {
    extern __shared__ int d[];
    if (threadIdx.x > 0) d[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = d[threadIdx.x];  // expect: uninitialized
}
__global__ void bytes(const unsigned char* a, int* out) {
    out[threadIdx.x] = a[threadIdx.x];  // expect: uninitialized
}
__global__ void one_member(Item* items, int* out) {
    items[threadIdx.x].id = 1;
    out[threadIdx.x] = (int)items[threadIdx.x].weight;  // expect: uninitialized
}
__global__ void after_a_short_copy(const double* a, int* out) {
    out[threadIdx.x] = (int)a[threadIdx.x];  // expect: uninitialized
}

int main() {
    int *a, *out, *bins;
    float* sum;
    unsigned char* text;
    Item* items;
    double* copied;
    double host[32] = {};
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMalloc(&bins, 4 * sizeof(int));
    cudaMalloc(&sum, 32 * sizeof(float));
    cudaMalloc(&text, 32);
    cudaMalloc(&items, 32 * sizeof(Item));
    cudaMalloc(&copied, 32 * sizeof(double));
    cudaMemcpy(copied, host, 31 * sizeof(double), cudaMemcpyHostToDevice);
    fresh_global<<<1, 32>>>(a, out);
    fresh_shared<<<1, 32>>>(out);
    half_of_shared<<<1, 32>>>(out);
    from_the_block_before<<<2, 32>>>(out);
    accumulate<<<1, 32>>>(sum);
    count<<<1, 32>>>(bins);
    dynamic_shared<<<1, 32, 32 * sizeof(int)>>>(out);
    bytes<<<1, 32>>>(text, out);
    one_member<<<1, 32>>>(items, out);
    after_a_short_copy<<<1, 32>>>(copied, out);
    cudaDeviceSynchronize();
    cudaFree(a), cudaFree(out), cudaFree(bins), cudaFree(sum), cudaFree(text), cudaFree(items), cudaFree(copied);
}
