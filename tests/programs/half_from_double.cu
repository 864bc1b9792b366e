// A double is rounded to half and bfloat16 once: by way of float the results would differ.
// output: 3c01 3c00, 3f81 3f80, 0001 0000
#include <cuda_bf16.h>

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
__global__ void compute(const double* x, unsigned short* y) {
    y[0] = __half_as_ushort(__double2half(x[0])), y[1] = __half_as_ushort(__float2half(static_cast<float>(x[0])));
    y[2] = __bfloat16_as_ushort(__double2bfloat16(x[1])),
    y[3] = __bfloat16_as_ushort(__float2bfloat16(static_cast<float>(x[1])));
    y[4] = __half_as_ushort(__half(x[2])), y[5] = __half_as_ushort(__half(static_cast<float>(x[2])));
}
int main() {
    double* x;
    unsigned short* y;
    CHECK(cudaMallocManaged(&x, 24));
    CHECK(cudaMallocManaged(&y, 12));
    x[0] = 1 + 0x1p-11 + 0x1p-40, x[1] = 1 + 0x1p-8 + 0x1p-40, x[2] = 0x1p-25 + 0x1p-60;
    compute<<<1, 1>>>(x, y);
    LAUNCHED;
    printf("%04x %04x, %04x %04x, %04x %04x\n", y[0], y[1], y[2], y[3], y[4], y[5]);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
