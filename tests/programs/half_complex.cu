// __hcmadd multiplies pairs as complex numbers and adds.
// output: -4 11
#include <cuda_fp16.h>

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
__global__ void compute(float* y) {
    const half2 z = __hcmadd(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __floats2half2_rn(1, 1));
    y[0] = __low2float(z), y[1] = __high2float(z);
}
int main() {
    float* y;
    CHECK(cudaMallocManaged(&y, 2 * sizeof(float)));
    compute<<<1, 1>>>(y);
    LAUNCHED;
    printf("%g %g\n", y[0], y[1]);
    CHECK(cudaFree(y));
}
