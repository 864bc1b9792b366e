// cudaLaunchKernelExC: packed arguments, and a kernel as an address.
// output: 5
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                    \
    do {                                                                               \
        const cudaError_t error = (call);                                              \
        if (error != cudaSuccess) {                                                    \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error));                \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

__global__ void set(long* x, short v) { *x = v; }

int main() {
    long* x;
    CHECK(cudaMallocManaged(&x, sizeof(long)));
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = 1;
    short five = 5;
    void* packed[] = {&x, &five};
    CHECK(cudaLaunchKernelExC(&config, (const void*)set, packed));
    CHECK(cudaDeviceSynchronize());
    printf("%ld\n", *x);
    CHECK(cudaFree(x));
}
