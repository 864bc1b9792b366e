// Unroll pragmas in all spellings, in front of every kind of loop.
// output: 60
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

__global__ void loops(int* out) {
    int sum = 0;
    constexpr int kSteps = 2;
#pragma unroll
    for (int i = 0; i < 4; ++i) sum += i;
#pragma unroll 4
    for (int i = 0; i < 8; ++i) sum += 1;
#pragma unroll(2)
    for (int i = 0; i < 4; ++i) sum += 1;
#pragma unroll kSteps
    for (int i = 0; i < 4; ++i) sum += 1;
#pragma unroll kSteps * 2
    for (int i = 0; i < 8; ++i) sum += 1;
    _Pragma("unroll")
    for (int i = 0; i < 10; ++i) sum += 1;
#pragma nounroll
    for (int i = 0; i < 10; ++i) sum += 1;
#pragma unroll 1
    for (int i = 0; i < 10; ++i)
#pragma unroll
        for (int j = 0; j < 1; ++j) sum += 1;
    *out = sum;
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, sizeof(int)));
    loops<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d\n", *out);
    CHECK(cudaFree(out));
}
