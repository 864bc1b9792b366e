// Programs whose output is known.
#include "program.h"

namespace cuset::execute {
namespace {

TEST(Kernels, VectorAddition) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
#include <vector>
__global__ void add(const float* __restrict__ a, const float* __restrict__ b, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
int main() {
    const int n = 100003;
    std::vector<float> h(n), r(n);
    for (int i = 0; i < n; ++i) h[i] = i;
    float *a, *b, *c;
    cudaMalloc(&a, n * sizeof(float)); cudaMalloc((void**)&b, n * sizeof(float)); cudaMalloc(&c, n * sizeof(float));
    cudaMemcpy(a, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(b, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(a, b, c, n);
    cudaMemcpy(r.data(), c, n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < n; ++i) wrong += r[i] != 2.0f * i;
    printf("%d %s\n", wrong, cudaGetErrorString(cudaGetLastError()));
    cudaFree(a); cudaFree(b); cudaFree(c);
}
)"),
              "0 no error\n");
}

// Tiles in shared memory, 2D blocks, a template kernel with a non-type parameter in a namespace.
constexpr const char* kMatrixProduct = R"(
#include <cstdio>
namespace linear {
template <typename T, int TILE>
__global__ void __launch_bounds__(TILE* TILE) multiply(const T* a, const T* b, T* c, int n) {
    __shared__ T left[TILE][TILE], right[TILE][TILE + 1];
    const int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    T sum = 0;
    for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
        const int k = t * TILE;
        left[threadIdx.y][threadIdx.x] = row < n && k + threadIdx.x < n ? a[row * n + k + threadIdx.x] : T(0);
        right[threadIdx.y][threadIdx.x] = column < n && k + threadIdx.y < n ? b[(k + threadIdx.y) * n + column] : T(0);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
template <typename T>
void product(const T* a, const T* b, T* c, int n) {
    const dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
    multiply<T, 16><<<grid, block>>>(a, b, c, n);
}
}  // namespace linear
int main() {
    const int n = 70;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * n * 4); cudaMallocManaged(&b, n * n * 4); cudaMallocManaged(&c, n * n * 4);
    for (int i = 0; i < n * n; ++i) a[i] = i % 7, b[i] = i % 5;
    linear::product(a, b, c, n);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    int wrong = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float want = 0;
            for (int k = 0; k < n; ++k) want += a[i * n + k] * b[k * n + j];
            wrong += want != c[i * n + j];
        }
    printf("%d\n", wrong);
}
)";

TEST(Kernels, TiledMatrixProduct) {
    EXPECT_EQ(output_of(kMatrixProduct), "0\n");
}

TEST(Kernels, BlocksOnSeveralThreads) {
    RunOptions options;
    options.threads = 4;
    EXPECT_EQ(output_of(kMatrixProduct, options), "0\n");
}

TEST(Kernels, Reductions) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
#define FULL 0xffffffffu
__device__ __forceinline__ float warp_sum(float v) {
    for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(FULL, v, o);
    return v;
}
__global__ void reduce(const float* x, float* out, int n) {
    extern __shared__ float partial[];
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += x[i];
    v = warp_sum(v);
    if (threadIdx.x % warpSize == 0) partial[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
        v = warp_sum(v);
        if (threadIdx.x == 0) atomicAdd(out, v);
    }
}
__global__ void scan(int* out) {  // inclusive, in one warp of two segments
    int v = threadIdx.x + 1;
    for (int d = 1; d < 16; d *= 2) {
        int w = __shfl_up_sync(FULL, v, d, 16);
        if (threadIdx.x % 16 >= d) v += w;
    }
    out[threadIdx.x] = v;
}
__global__ void votes(unsigned* out) {
    unsigned ballot = __ballot_sync(FULL, threadIdx.x % 3 == 0);
    int any = __any_sync(FULL, threadIdx.x == 5), all = __all_sync(FULL, threadIdx.x < 32);
    int x = __shfl_xor_sync(FULL, (int)threadIdx.x, 1), b = __shfl_sync(FULL, (int)threadIdx.x, 7);
    int count = __syncthreads_count(threadIdx.x < 10);
    unsigned group = __match_any_sync(FULL, threadIdx.x / 16);
    if (threadIdx.x == 2) {
        out[0] = ballot; out[1] = any; out[2] = all; out[3] = x; out[4] = b; out[5] = count; out[6] = group;
        out[7] = __popc(ballot); out[8] = __ffs(8); out[9] = __clz(1); out[10] = __brev(1u);
    }
}
__global__ void half_warp(unsigned* out) {
    if (threadIdx.x < 12) {
        unsigned mask = __activemask();
        int v = __shfl_sync(mask, (int)threadIdx.x, 3);
        if (threadIdx.x == 0) out[0] = mask, out[1] = v;
    }
    __syncthreads();
    out[2] = __reduce_add_sync(FULL, threadIdx.x);
}
int main() {
    const int n = 10000;
    float *x, *out; int* scanned; unsigned* u;
    cudaMallocManaged(&x, n * 4); cudaMallocManaged(&out, 4); cudaMallocManaged(&scanned, 128); cudaMallocManaged(&u, 64);
    for (int i = 0; i < n; ++i) x[i] = 1;
    *out = 0;
    reduce<<<4, 128, 128 / 32 * sizeof(float)>>>(x, out, n);
    scan<<<1, 32>>>(scanned);
    votes<<<1, 32>>>(u);
    cudaDeviceSynchronize();
    printf("%g %d %d %d\n", *out, scanned[0], scanned[15], scanned[31]);
    for (int i = 0; i < 11; ++i) printf("%x ", u[i]);
    half_warp<<<1, 32>>>(u);
    printf("\n%x %d %u\n", u[0], u[1], u[2]);
}
)"),
              "10000 1 136 392\n49249249 1 1 3 7 a ffff b 4 1f 80000000 \nfff 3 496\n");
}

TEST(Kernels, ConstantsSymbolsAndAtomics) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
__constant__ float weights[3];
__constant__ int offset = 4;
__device__ int total;
__device__ float scale(float x) { return x * weights[1] + offset; }
__global__ void use(float* out) { out[threadIdx.x] = scale(threadIdx.x); atomicAdd(&total, 1); }
__global__ void histogram(const unsigned char* x, int n, unsigned* bins) {
    __shared__ unsigned local[16];
    if (threadIdx.x < 16) local[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&local[x[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(bins + threadIdx.x, local[threadIdx.x]);
}
__global__ void extremes(int* r, float* f, unsigned long long* u) {
    int t = threadIdx.x;
    atomicMin(&r[0], -t); atomicMax(&r[1], t); atomicXor(&r[2], t); atomicOr(&r[3], t); atomicSub(&r[4], 1);
    atomicInc((unsigned*)&r[5], 9); atomicAdd(f, 0.5f); atomicAdd(u, 2ull);
    int* address = (int*)(f + 1); int old = *address, assumed;  // a maximum of floats by compare and swap
    do { assumed = old; old = atomicCAS(address, assumed, __float_as_int(fmaxf((float)t, __int_as_float(assumed)))); } while (assumed != old);
}
int main() {
    float h[3] = {1, 2, 3}; float* out;
    cudaMemcpyToSymbol(weights, h, sizeof(h));
    cudaMallocManaged(&out, 256 * 4);
    use<<<1, 256>>>(out);
    int count = 0; cudaMemcpyFromSymbol(&count, total, sizeof(int));
    printf("%g %d\n", out[10], count);
    unsigned char* x; unsigned* bins; cudaMallocManaged(&x, 1000); cudaMallocManaged(&bins, 64);
    for (int i = 0; i < 1000; ++i) x[i] = i % 256;
    cudaMemset(bins, 0, 64);
    histogram<<<4, 256>>>(x, 1000, bins);
    unsigned sum = 0; for (int i = 0; i < 16; ++i) sum += bins[i];
    printf("%u %u\n", bins[0], sum);
    int* r; float* f; unsigned long long* u;
    cudaMallocManaged(&r, 64); cudaMallocManaged(&f, 64); cudaMallocManaged(&u, 64);
    cudaMemset(r, 0, 64); cudaMemset(f, 0, 64); cudaMemset(u, 0, 64);
    extremes<<<1, 100>>>(r, f, u);
    printf("%d %d %d %d %d %d %g %llu %g\n", r[0], r[1], r[2], r[3], r[4], r[5], f[0], *u, f[1]);
}
)"),
              "24 256\n63 1000\n-99 99 0 127 -100 0 50 200 99\n");
}

TEST(Kernels, ThreadsThatReturnEarly) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
__global__ void k(int* out) {
    if (threadIdx.x >= 20) return;
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int v = __shfl_down_sync(0xfffff, s[19 - threadIdx.x], 1);
    __syncwarp();
    out[threadIdx.x] = v;
}
__global__ void one_side(int* out) {
    if (threadIdx.x == 0) { __syncthreads(); out[0] = 7; }  // the others leave
}
int main() {
    int* out; cudaMallocManaged(&out, 128);
    k<<<1, 32>>>(out); printf("%d ", out[3]);
    one_side<<<1, 64>>>(out); printf("%d\n", out[0]);
}
)"),
              "15 7\n");
}

TEST(Kernels, WarpsInLockstep) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
template <unsigned blockSize>
__device__ void warpReduce(volatile int* sdata, unsigned tid) {
    if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
    if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
    sdata[tid] += sdata[tid + 8];
    sdata[tid] = sdata[tid] + sdata[tid + 4]; sdata[tid] += sdata[tid + 2];
    if (blockSize < 4) return; else sdata[tid] += sdata[tid + 1];
}
__global__ void k(int* out) {
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x < 64) s[threadIdx.x] += s[threadIdx.x + 64];
    __syncthreads();
    if (threadIdx.x < 32) warpReduce<128>(s, threadIdx.x);
    if (threadIdx.x == 0) *out = s[0];
}
int main() { int* out; cudaMallocManaged(&out, 4); k<<<3, 128>>>(out); printf("%d\n", *out); }
)"),
              "8128\n");
}

TEST(Kernels, CooperativeGroups) {
    EXPECT_EQ(output_of(R"(
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void k(int* out) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    int v = block.thread_rank();
    for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_down(v, o);
    __shared__ int s[4];
    if (tile.thread_rank() == 0) s[tile.meta_group_rank()] = v;
    cg::sync(block);
    if (block.thread_rank() == 0) out[0] = s[0] + s[1] + s[2] + s[3];
    if (threadIdx.x % 2) { auto active = cg::coalesced_threads(); if (active.thread_rank() == 0) atomicAdd(out + 1, active.size()); }
}
int main() {
    int* out; cudaMallocManaged(&out, 8); out[1] = 0;
    k<<<1, 64>>>(out);
    printf("%d %d\n", out[0], out[1]);
}
)"),
              "2016 32\n");
}

TEST(Kernels, DevicePrintfEventsAndProperties) {
    EXPECT_EQ(output_of(R"(
#include <cassert>
#include <cmath>
#include <cstdio>
#include <algorithm>
using namespace std;
__global__ void hello() { printf("block %d thread %d\n", blockIdx.x, threadIdx.x); assert(threadIdx.x < 2); }
__global__ void math(float* x) {
    x[0] = rsqrtf(4.0f); x[1] = __expf(0.0f); x[2] = fmaf(2.0f, 3.0f, 1.0f); x[3] = max(1, 2) + min(1.5f, 2.0f);
    x[4] = __fdividef(1.0f, 4.0f); x[5] = __saturatef(3.0f); float4 v = make_float4(1, 2, 3, 4); x[6] = v.w; x[7] = sqrt(x[2] + 2);
    x[8] = __int2float_rn(__float2int_rd(-1.5f)); x[9] = __ldg(&x[6]); x[10] = abs(-2.5f) + powf(2, 3) + fabs(-1.0f);
}
int main() {
    hello<<<2, 2>>>();
    cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);
    printf("%d %d\n", p.warpSize, p.maxThreadsPerBlock);
    cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); cudaEventRecord(a); cudaEventRecord(b); cudaEventSynchronize(b);
    float ms = -1; cudaEventElapsedTime(&ms, a, b); printf("%d\n", ms >= 0);
    float* x; cudaMallocManaged(&x, 64); math<<<1, 1>>>(x);
    for (int i = 0; i < 11; ++i) printf("%g ", x[i]);
    printf("%d\n", max(3, 4));
}
)"),
              "block 0 thread 0\nblock 0 thread 1\nblock 1 thread 0\nblock 1 thread 1\n32 1024\n1\n"
              "0.5 1 7 3.5 0.25 1 4 3 -2 4 11.5 4\n");
}

TEST(Kernels, UninitializedMemoryIsNotZero) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
__global__ void k(int* x, int* y) { __shared__ int s[4]; y[0] = x[0] != 0; y[1] = s[0] != 0; }
int main() { int *x, *y; cudaMalloc(&x, 4); cudaMallocManaged(&y, 8); k<<<1, 1>>>(x, y); printf("%d %d\n", y[0], y[1]); }
)"),
              "1 1\n");
}

}  // namespace
}  // namespace cuset::execute
