// cudaLaunchKernelEx: configuration, converted arguments, attributes that change nothing.
// output: 64 7
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

__global__ void add(long* x, double v) {
    extern __shared__ int unused[];
    unused[threadIdx.x] = 1;
    atomicAdd(reinterpret_cast<unsigned long long*>(x), static_cast<unsigned long long>(v));
}
__global__ void set(long* x, short v) { *x = v; }

int main() {
    long* x;
    CHECK(cudaMallocManaged(&x, sizeof(long)));
    *x = 0;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributePriority;
    attributes[0].val.priority = 0;
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2);
    config.blockDim = 16;
    config.dynamicSmemBytes = 16 * sizeof(int);
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = 2;
    CHECK(cudaLaunchKernelEx(&config, add, x, 2));
    CHECK(cudaStreamSynchronize(stream));
    printf("%ld ", *x);
    config.gridDim = config.blockDim = 1;
    CHECK(cudaLaunchKernelEx(&config, set, x, 7));
    CHECK(cudaStreamSynchronize(stream));
    printf("%ld\n", *x);
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(x));
}
