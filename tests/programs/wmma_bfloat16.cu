// wmma in bfloat16 with float accumulators, and elementwise work on a fragment: d = 2 * (a * b) + c.
// output: 0
#include <cuda_bf16.h>
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

__global__ void multiply(const __nv_bfloat16* a, const __nv_bfloat16* b, const float* c, float* d) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> product, fc;
    wmma::fill_fragment(product, 0.0f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::load_matrix_sync(fc, c, 16, wmma::mem_col_major);
    wmma::mma_sync(product, fa, fb, product);
    for (int i = 0; i < product.num_elements; ++i) product.x[i] = 2 * product.x[i] + fc.x[i];
    wmma::store_matrix_sync(d, product, 16, wmma::mem_col_major);
}
int main() {
    __nv_bfloat16 *a, *b;
    float *c, *d;
    CHECK(cudaMallocManaged(&a, 512));
    CHECK(cudaMallocManaged(&b, 512));
    CHECK(cudaMallocManaged(&c, 1024));
    CHECK(cudaMallocManaged(&d, 1024));
    for (int i = 0; i < 256; ++i) {
        a[i] = __float2bfloat16(i * 3 % 13 - 6), b[i] = __float2bfloat16(i * 5 % 11 * 0.5f), c[i] = i;
    }
    multiply<<<1, 32>>>(a, b, c, d);
    LAUNCHED;
    int wrong = 0;
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j) {
            float want = c[j * 16 + i];
            for (int k = 0; k < 16; ++k) want += 2 * __bfloat162float(a[i * 16 + k]) * __bfloat162float(b[j * 16 + k]);
            wrong += d[j * 16 + i] != want;
        }
    printf("%d\n", wrong);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    CHECK(cudaFree(d));
}
