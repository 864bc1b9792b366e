// wmma in tf32 (16x16x8), whose factors keep 10 bits, and in double (8x8x4).
// output: 1.00098 1 1, 0 0
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

__global__ void in_tf32(const float* a, const float* b, float* c, float* rounded) {
    wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    wmma::load_matrix_sync(fa, a, 8);
    wmma::load_matrix_sync(fb, b, 8);
    for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = wmma::__float_to_tf32(fa.x[i]);
    for (int i = 0; i < fb.num_elements; ++i) fb.x[i] = wmma::__float_to_tf32(fb.x[i]);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
    if (threadIdx.x == 0) {
        rounded[0] = wmma::__float_to_tf32(1 + 0x1p-10f);
        rounded[1] = wmma::__float_to_tf32(1 + 0x1p-12f);
        rounded[2] = wmma::__float_to_tf32(1 - 0x1p-20f);
    }
}
__global__ void in_double(const double* a, const double* b, double* c) {
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::row_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
    wmma::fill_fragment(fc, 0.5);
    wmma::load_matrix_sync(fa, a, 4);
    wmma::load_matrix_sync(fb, b, 8);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
}
int main() {
    float* f;
    double* d;
    CHECK(cudaMallocManaged(&f, (128 + 128 + 256 + 3) * sizeof(float)));
    CHECK(cudaMallocManaged(&d, 128 * sizeof(double)));
    for (int i = 0; i < 256; ++i) f[i] = i * 3 % 7 - 3;
    for (int i = 0; i < 64; ++i) d[i] = i * 5 % 9 - 4;
    in_tf32<<<1, 32>>>(f, f + 128, f + 256, f + 512);
    in_double<<<1, 32>>>(d, d + 32, d + 64);
    LAUNCHED;
    int wrong_f = 0, wrong_d = 0;
    for (int i = 0; i < 16; ++i)
        for (int j = 0; j < 16; ++j) {
            float want = 0;
            for (int k = 0; k < 8; ++k) want += f[i * 8 + k] * f[128 + j * 8 + k];
            wrong_f += f[256 + i * 16 + j] != want;
        }
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j) {
            double want = 0.5;
            for (int k = 0; k < 4; ++k) want += d[i * 4 + k] * d[32 + k * 8 + j];
            wrong_d += d[64 + i * 8 + j] != want;
        }
    printf("%g %g %g, %d %d\n", f[512], f[513], f[514], wrong_f, wrong_d);
    CHECK(cudaFree(f));
    CHECK(cudaFree(d));
}
