// Every one of the 65536 __nv_bfloat16 patterns as float.
// output: 0 0
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
__global__ void widen(float* y) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = __bfloat162float(__ushort_as_bfloat16(static_cast<unsigned short>(i)));
}

int main() {
    const int mantissa = 7, bias = 127, top = (1 << (15 - mantissa)) - 1;
    float* y;
    CHECK(cudaMallocManaged(&y, 65536 * sizeof(float)));
    widen<<<256, 256>>>(y);
    LAUNCHED;
    int wrong = 0, wrong_nan = 0;
    for (int i = 0; i < 65536; ++i) {
        const int exponent = i >> mantissa & top, fraction = i & ((1 << mantissa) - 1);
        double want = exponent == 0 ? ldexp(fraction, 1 - bias - mantissa)
                                    : ldexp(fraction + (1 << mantissa), exponent - bias - mantissa);
        if (exponent == top && fraction != 0) {
            wrong_nan += y[i] == y[i];
            continue;
        }
        if (exponent == top) want = INFINITY;
        if (i & 0x8000) want = -want;
        wrong += y[i] != want || std::signbit(y[i]) != std::signbit(want);
    }
    printf("%d %d\n", wrong, wrong_nan);
    CHECK(cudaFree(y));
}
