// Rows of bfloat16 logits to probabilities, computed in float with shuffles, stored as pairs.
// output: sums within 1/64, order kept
#include <cuda_bf16.h>

#include <cmath>
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
__global__ void softmax(const __nv_bfloat162* x, __nv_bfloat162* y) {
    const float2 v = __bfloat1622float2(x[blockIdx.x * 32 + threadIdx.x]);
    float top = fmaxf(v.x, v.y);
    for (int step = 16; step > 0; step /= 2) top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, step));
    const float2 e = make_float2(expf(v.x - top), expf(v.y - top));
    float sum = e.x + e.y;
    for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
    y[blockIdx.x * 32 + threadIdx.x] = __float22bfloat162_rn(make_float2(e.x / sum, e.y / sum));
}
int main() {
    const int rows = 10, columns = 64;
    __nv_bfloat16 *x, *y;
    CHECK(cudaMallocManaged(&x, rows * columns * 2));
    CHECK(cudaMallocManaged(&y, rows * columns * 2));
    for (int i = 0; i < rows * columns; ++i) x[i] = __float2bfloat16((i * 7 % 13) * 0.5f - 3.0f);
    softmax<<<rows, 32>>>(reinterpret_cast<__nv_bfloat162*>(x), reinterpret_cast<__nv_bfloat162*>(y));
    LAUNCHED;
    bool sums = true, order = true;
    for (int r = 0; r < rows; ++r) {
        float sum = 0;
        for (int c = 0; c < columns; ++c) {
            const int i = r * columns + c;
            sum += __bfloat162float(y[i]);
            if (c > 0) order &= (x[i] < x[i - 1]) == (y[i] < y[i - 1]);
        }
        sums &= std::fabs(sum - 1) < 1.0f / 64;
    }
    printf("%s, %s\n", sums ? "sums within 1/64" : "wrong sums", order ? "order kept" : "order lost");
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
