// atomicAdd of half, half2, bfloat16 and its pair, from many blocks; old values are all different.
// output: 1024 1024 -2048 256 256 512 1024
#include <cuda_bf16.h>
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
__global__ void add(__half* h, __half2* h2, __nv_bfloat16* b, __nv_bfloat162* b2, int* seen) {
    const __half old = atomicAdd(h, __float2half(1.0f));
    atomicAdd(&seen[__half2int_rn(old)], 1);
    atomicAdd(h2, __floats2half2_rn(1.0f, -2.0f));
    if (threadIdx.x % 4 == 0) {
        atomicAdd(b, __float2bfloat16(1.0f));
        atomicAdd(b2, __floats2bfloat162_rn(1.0f, 2.0f));
    }
}
int main() {
    char* memory;
    int* seen;
    CHECK(cudaMallocManaged(&memory, 16));
    CHECK(cudaMallocManaged(&seen, 1024 * sizeof(int)));
    CHECK(cudaMemset(memory, 0, 16));
    CHECK(cudaMemset(seen, 0, 1024 * sizeof(int)));
    auto* h = reinterpret_cast<__half*>(memory);
    auto* h2 = reinterpret_cast<__half2*>(memory + 4);
    auto* b = reinterpret_cast<__nv_bfloat16*>(memory + 8);
    auto* b2 = reinterpret_cast<__nv_bfloat162*>(memory + 12);
    add<<<8, 128>>>(h, h2, b, b2, seen);
    LAUNCHED;
    int once = 0;
    for (int i = 0; i < 1024; ++i) once += seen[i] == 1;
    printf("%g %g %g %g %g %g %d\n", __half2float(*h), __low2float(*h2), __high2float(*h2), __bfloat162float(*b),
           __low2float(*b2), __high2float(*b2), once);
    CHECK(cudaFree(memory));
    CHECK(cudaFree(seen));
}
