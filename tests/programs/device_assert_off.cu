// With NDEBUG an assert is not evaluated; included again without it, it is.
// output: 1 0
#define NDEBUG
#include <cassert>
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
__device__ int evaluated;
__device__ bool touch() {
    ++evaluated;
    return true;
}
__global__ void off(int* out) {
    assert(touch() && false);
    out[1] = evaluated;
}
#undef NDEBUG
#include <cassert>
__global__ void on(int* out) {
    assert(touch());
    out[0] = evaluated;
}
int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 8));
    off<<<1, 1>>>(out);
    LAUNCHED;
    on<<<1, 1>>>(out);
    LAUNCHED;
    assert(out[0] == 1);
    printf("%d %d\n", out[0], out[1]);
    CHECK(cudaFree(out));
}
