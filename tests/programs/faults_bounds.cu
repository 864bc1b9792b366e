// Ten accesses outside of arrays: global, shared, local, between neighbours.
#include <cstdio>
#include <cstring>

struct Pair {
    int a, b;
};

__global__ void one_past_global(int* a, int n) {
    const int i = threadIdx.x;
    if (i <= n) a[i] = i;  // expect: out_of_bounds
}
__global__ void before_global(const int* a, int* out) {
    out[threadIdx.x] = a[(int)threadIdx.x - 1];  // expect: out_of_bounds
}
__global__ void shared_static(int* out) {
    __shared__ int s[32];
    __shared__ int neighbour[32];
    s[threadIdx.x % 32] = 1;
    neighbour[threadIdx.x % 32] = 2;
    __syncthreads();
    int* p = s;
    if (threadIdx.x == 0) out[0] = p[32];  // expect: out_of_bounds
}
__global__ void shared_dynamic(int* out) {
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = 1;
    if (threadIdx.x == 5) dynamic[blockDim.x] = 2;  // expect: out_of_bounds
    out[threadIdx.x] = 0;
}
__global__ void shared_row(float* out) {
    __shared__ float tile[4][8];
    tile[threadIdx.x / 8][threadIdx.x % 8] = 1.0f;
    __syncthreads();
    const int column = threadIdx.x % 8;
    out[threadIdx.x] = tile[threadIdx.x / 8][column + (threadIdx.x == 7)];  // expect: out_of_bounds
}
__global__ void local_array(int* out, int n) {
    int own[4];
    for (int i = 0; i < 4; ++i) own[i] = i;
    int sum = 0;
    for (int i = 0; i <= n; ++i) sum += own[i];  // expect: out_of_bounds
    out[threadIdx.x] = sum;
}
__global__ void vector_access(float4* out, int n) {
    const int i = threadIdx.x;
    if (i < n) out[i] = make_float4(1, 2, 3, 4);  // expect: out_of_bounds
}
__global__ void whole_struct(Pair* a, Pair* b) {
    a[threadIdx.x] = b[threadIdx.x + 1];  // expect: out_of_bounds
}
__global__ void byte_array(unsigned char* a) {
    a[threadIdx.x * 2] = 1;  // expect: out_of_bounds
}
__global__ void atomic(int* bins) {
    atomicAdd(&bins[threadIdx.x], 1);  // expect: out_of_bounds
}

int main() {
    int *a, *out, *bins;
    float* f;
    float4* v;
    Pair *p, *q;
    unsigned char* bytes;
    cudaMalloc(&a, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));
    cudaMalloc(&bins, 31 * sizeof(int));
    cudaMalloc(&f, 32 * sizeof(float));
    cudaMalloc(&v, 10 * sizeof(float4));
    cudaMalloc(&p, 32 * sizeof(Pair));
    cudaMalloc(&q, 32 * sizeof(Pair));
    cudaMalloc(&bytes, 61);
    cudaMemset(a, 0, 32 * sizeof(int));
    cudaMemset(bins, 0, 31 * sizeof(int));
    cudaMemset(q, 0, 32 * sizeof(Pair));
    one_past_global<<<1, 64>>>(a, 32);
    before_global<<<1, 32>>>(a, out);
    shared_static<<<1, 32>>>(out);
    shared_dynamic<<<1, 32, 32 * sizeof(int)>>>(out);
    shared_row<<<1, 32>>>(f);
    local_array<<<1, 1>>>(out, 4);
    vector_access<<<1, 32>>>(v, 11);
    whole_struct<<<1, 32>>>(p, q);
    byte_array<<<1, 32>>>(bytes);
    atomic<<<1, 32>>>(bins);
    cudaDeviceSynchronize();
    cudaFree(a), cudaFree(out), cudaFree(bins), cudaFree(f), cudaFree(v), cudaFree(p), cudaFree(q), cudaFree(bytes);
}
