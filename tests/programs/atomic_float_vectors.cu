// atomicAdd on float2 and float4, from many blocks.
// output: 1024 -2048, 1024 2048 512 -1024
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
__global__ void add(float2* two, float4* four) {
    atomicAdd(two, make_float2(1.0f, -2.0f));
    atomicAdd(four, make_float4(1.0f, 2.0f, 0.5f, -1.0f));
}
int main() {
    float2* two;
    float4* four;
    CHECK(cudaMallocManaged(&two, sizeof *two));
    CHECK(cudaMallocManaged(&four, sizeof *four));
    *two = make_float2(0, 0);
    *four = make_float4(0, 0, 0, 0);
    add<<<8, 128>>>(two, four);
    LAUNCHED;
    printf("%g %g, %g %g %g %g\n", two->x, two->y, four->x, four->y, four->z, four->w);
    CHECK(cudaFree(two));
    CHECK(cudaFree(four));
}
