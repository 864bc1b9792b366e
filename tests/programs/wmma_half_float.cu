// wmma 16x16x16, half with float accumulators, every pair of layouts, against a host product; small integers are exact.
// output: 0 0 0 0
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

template <class LayoutA, class LayoutB>
__global__ void multiply(const half* a, const half* b, float* c, int lda, int ldb) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, LayoutA> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, LayoutB> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 1.0f);
    wmma::load_matrix_sync(fa, a, lda);
    wmma::load_matrix_sync(fb, b, ldb);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

int main() {
    const int stride = 24;
    half *a, *b;
    float* c;
    CHECK(cudaMallocManaged(&a, 16 * stride * sizeof(half)));
    CHECK(cudaMallocManaged(&b, 16 * stride * sizeof(half)));
    CHECK(cudaMallocManaged(&c, 256 * sizeof(float)));
    for (int i = 0; i < 16 * stride; ++i) a[i] = __float2half(i * 5 % 11 - 5), b[i] = __float2half(i * 7 % 9 - 4);
    for (int which = 0; which < 4; ++which) {
        const bool rows_a = which & 1, rows_b = which & 2;
        if (which == 0) multiply<wmma::col_major, wmma::col_major><<<1, 32>>>(a, b, c, stride, stride);
        if (which == 1) multiply<wmma::row_major, wmma::col_major><<<1, 32>>>(a, b, c, stride, stride);
        if (which == 2) multiply<wmma::col_major, wmma::row_major><<<1, 32>>>(a, b, c, stride, stride);
        if (which == 3) multiply<wmma::row_major, wmma::row_major><<<1, 32>>>(a, b, c, stride, stride);
        LAUNCHED;
        int wrong = 0;
        for (int i = 0; i < 16; ++i)
            for (int j = 0; j < 16; ++j) {
                float want = 1;
                for (int k = 0; k < 16; ++k)
                    want += __half2float(a[rows_a ? i * stride + k : k * stride + i]) *
                            __half2float(b[rows_b ? k * stride + j : j * stride + k]);
                wrong += c[i * 16 + j] != want;
            }
        printf("%d%c", wrong, which < 3 ? ' ' : '\n');
    }
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
}
