// wmma 32x8x16 and 8x32x16: half with half accumulators loaded from memory, stored in both layouts.
// output: 0 0
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

template <int m, int n>
__global__ void multiply(const half* a, const half* b, const half* c, half* rows, half* columns) {
    wmma::fragment<wmma::matrix_a, m, n, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, m, n, 16, half, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, m, n, 16, half> fc, fd;
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, n);
    wmma::load_matrix_sync(fc, c, n, wmma::mem_row_major);
    wmma::mma_sync(fd, fa, fb, fc);
    wmma::store_matrix_sync(rows, fd, n, wmma::mem_row_major);
    wmma::store_matrix_sync(columns, fd, m, wmma::mem_col_major);
}
template <int m, int n>
int test() {
    half* x;
    CHECK(cudaMallocManaged(&x, (m * 16 + 16 * n + 3 * m * n) * sizeof(half)));
    half *a = x, *b = a + m * 16, *c = b + 16 * n, *rows = c + m * n, *columns = rows + m * n;
    for (int i = 0; i < m * 16 + 16 * n + m * n; ++i) x[i] = __float2half(i * 5 % 7 - 3);
    multiply<m, n><<<1, 32>>>(a, b, c, rows, columns);
    LAUNCHED;
    int wrong = 0;
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            float want = c[i * n + j];
            for (int k = 0; k < 16; ++k) want += float(a[i * 16 + k]) * float(b[k * n + j]);
            wrong += float(rows[i * n + j]) != want || float(columns[j * m + i]) != want;
        }
    CHECK(cudaFree(x));
    return wrong;
}
int main() {
    const int tall = test<32, 8>(), wide = test<8, 32>();
    printf("%d %d\n", tall, wide);
}
