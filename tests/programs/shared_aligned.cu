// Alignment of shared variables by alignas, __align__ and attributes, in every position.
// output: 0 0 0 0 8
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

__global__ void aligned(unsigned long long* out) {
    alignas(128) __shared__ char a[3];
    __shared__ __align__(64) char b[3];
    __shared__ alignas(32) char c[3];
    __shared__ char d[8] __attribute__((aligned(16)));
    a[0] = b[0] = c[0] = d[0] = 1;
    out[0] = reinterpret_cast<unsigned long long>(a) % 128;
    out[1] = reinterpret_cast<unsigned long long>(b) % 64;
    out[2] = reinterpret_cast<unsigned long long>(c) % 32;
    out[3] = reinterpret_cast<unsigned long long>(d) % 16;
    out[4] = sizeof(d);
}

int main() {
    unsigned long long* out;
    CHECK(cudaMallocManaged(&out, 5 * sizeof(*out)));
    aligned<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%llu %llu %llu %llu %llu\n", out[0], out[1], out[2], out[3], out[4]);
    CHECK(cudaFree(out));
}
