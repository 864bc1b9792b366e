// A 64x64 product by four warps a block: tiles staged in shared memory, one wmma fragment a warp.
// output: 0
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>
#define CHECK(call)                                                     \
    do {                                                                \
        const cudaError_t error = (call);                               \
        if (error != cudaSuccess) {                                     \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
            return 1;                                                   \
        }                                                               \
    } while (0)
#define LAUNCHED               \
    CHECK(cudaGetLastError()); \
    CHECK(cudaDeviceSynchronize())
using namespace nvcuda;
constexpr int kSize = 64;

__global__ void __launch_bounds__(128) multiply(const half* a, const half* b, float* c) {
    __shared__ half left[32][16], right[16][32];
    const int warp = threadIdx.x / 32, row = blockIdx.y * 32, column = blockIdx.x * 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int k = 0; k < kSize; k += 16) {
        for (int i = threadIdx.x; i < 512; i += blockDim.x) {
            left[i / 16][i % 16] = a[(row + i / 16) * kSize + k + i % 16];
            right[i / 32][i % 32] = b[(k + i / 32) * kSize + column + i % 32];
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
        wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
        wmma::load_matrix_sync(fa, &left[warp / 2 * 16][0], 16);
        wmma::load_matrix_sync(fb, &right[0][warp % 2 * 16], 32);
        wmma::mma_sync(sum, fa, fb, sum);
        __syncthreads();
    }
    wmma::store_matrix_sync(c + (row + warp / 2 * 16) * kSize + column + warp % 2 * 16, sum, kSize,
                            wmma::mem_row_major);
}
int main() {
    half *a, *b;
    float* c;
    const int n = kSize * kSize;
    CHECK(cudaMallocManaged(&a, n * sizeof(half)));
    CHECK(cudaMallocManaged(&b, n * sizeof(half)));
    CHECK(cudaMallocManaged(&c, n * sizeof(float)));
    for (int i = 0; i < n; ++i) a[i] = __float2half(i * 5 % 13 - 6), b[i] = __float2half(i * 7 % 11 - 5);
    multiply<<<dim3(2, 2), 128>>>(a, b, c);
    LAUNCHED;
    int wrong = 0;
    for (int i = 0; i < kSize; ++i)
        for (int j = 0; j < kSize; ++j) {
            float want = 0;
            for (int k = 0; k < kSize; ++k) want += __half2float(a[i * kSize + k]) * __half2float(b[k * kSize + j]);
            wrong += c[i * kSize + j] != want;
        }
    printf("%d\n", wrong);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
}
