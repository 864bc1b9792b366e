// Alignment of structs by __align__, alignas and attributes; sizes and offsets are those of CUDA.
// output: 16 8 64 32 12 24
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

#include <cstddef>
struct __align__(16) A {
    float x, y, z;
};
struct alignas(8) B {
    char c;
};
struct C {
    __align__(32) int first;
    int second;
};
typedef struct __attribute__((aligned(32))) {
    int v;
} D;
template <class T>
struct __align__(sizeof(T) * 2) Pair {
    T a, b;
};
__global__ void sizes(int* out) {
    out[0] = sizeof(A), out[1] = sizeof(B), out[2] = sizeof(C) + sizeof(Pair<double>) * 2, out[3] = alignof(D);
    out[4] = sizeof(float3), out[5] = sizeof(double3);
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 6 * sizeof(int)));
    sizes<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 6; ++i) printf(i < 5 ? "%d " : "%d\n", out[i]);
    CHECK(cudaFree(out));
}
