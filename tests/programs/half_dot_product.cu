// A dot product of half vectors read as half2, summed in float, a block reduction in shared memory.
// output: 0
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
__global__ void dot(const __half2* a, const __half2* b, float* sum, int pairs) {
    __shared__ float parts[128];
    float part = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        const float2 x = __half22float2(__ldg(a + i)), y = __half22float2(b[i]);
        part += x.x * y.x + x.y * y.y;
    }
    parts[threadIdx.x] = part;
    __syncthreads();
    for (int step = 64; step > 0; step /= 2) {
        if (threadIdx.x < step) parts[threadIdx.x] += parts[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(sum, parts[0]);
}
int main() {
    const int n = 4000;
    __half *a, *b;
    float* sum;
    CHECK(cudaMallocManaged(&a, n * sizeof(__half)));
    CHECK(cudaMallocManaged(&b, n * sizeof(__half)));
    CHECK(cudaMallocManaged(&sum, sizeof(float)));
    double want = 0;
    for (int i = 0; i < n; ++i) {
        a[i] = __float2half((i % 17) * 0.25f), b[i] = __float2half((i % 5) - 2.0f);
        want += (i % 17) * 0.25 * (i % 5 - 2.0);
    }
    *sum = 0;
    dot<<<4, 128>>>(reinterpret_cast<__half2*>(a), reinterpret_cast<__half2*>(b), sum, n / 2);
    LAUNCHED;
    printf("%g\n", *sum - want);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(sum));
}
