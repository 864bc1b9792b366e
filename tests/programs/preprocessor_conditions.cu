// Conditions on CUDA's macros, in host and device code, and code that is not compiled.
// output: device 12 1
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

#if 0
this is no code
#endif
#ifdef __CUDACC__
#define QUALIFIERS __host__ __device__
#else
#error "not compiled as CUDA"
#endif
#if defined(__NVCC__) && __CUDACC_VER_MAJOR__ >= 12
constexpr int kMajor = 12;
#endif
QUALIFIERS int add(int a, int b) { return a + b; }
__global__ void where(int* out) {
#ifdef __CUDA_ARCH__
    *out = __CUDA_ARCH__ >= 300;
#else
    *out = 2;
#endif
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, sizeof(int)));
    where<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%s %d %d\n", *out == 1 ? "device" : "host", add(kMajor, 0), CUDART_VERSION >= 12000);
    CHECK(cudaFree(out));
}
