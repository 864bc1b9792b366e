// wmma of signed and unsigned char into int; with satf the sum stops at the largest int.
// output: 0 0 2147483647
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

template <class T>
__global__ void multiply(const T* a, const T* b, int* c, int start, bool saturate) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, int> fc;
    wmma::fill_fragment(fc, start);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    if (saturate) {
        wmma::mma_sync(fc, fa, fb, fc, true);
    } else {
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}
template <class T>
int test(int* last, int start, bool saturate) {
    T *a, *b;
    int* c;
    CHECK(cudaMallocManaged(&a, 256));
    CHECK(cudaMallocManaged(&b, 256));
    CHECK(cudaMallocManaged(&c, 1024));
    for (int i = 0; i < 256; ++i) a[i] = T(i * 37), b[i] = T(255 - i);
    multiply<T><<<1, 32>>>(a, b, c, start, saturate);
    LAUNCHED;
    int wrong = 0;
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j) {
            unsigned want = start;
            for (int k = 0; k < 16; ++k) want += static_cast<unsigned>(a[i * 16 + k] * b[j * 16 + k]);
            wrong += c[i * 16 + j] != static_cast<int>(want);
        }
    *last = c[0];
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(c));
    return wrong;
}
int main() {
    int last;
    const int with_sign = test<signed char>(&last, -7, false), without = test<unsigned char>(&last, 9, false);
    test<unsigned char>(&last, 0x7fffff00, true);
    printf("%d %d %d\n", with_sign, without, last);
}
