// The operators and conversions of half as a number type: host and device give the same.
// output: 3.5 -0.5 3 0.75 2.5 1.5 -1.5
// output: 1 0 1 0 1 1
// output: 7 7 -7 1.5
// output: same
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>
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
struct Results {
    float numbers[11];
    int flags[9];
};
__host__ __device__ Results all(half a, half b) {
    Results r{};
    r.numbers[0] = a + b, r.numbers[1] = a - b, r.numbers[2] = a * b, r.numbers[3] = a / b;
    half c = a;
    r.numbers[4] = ++c;
    c--;
    r.numbers[5] = c--;
    r.numbers[6] = -a;
    r.flags[0] = a<b, r.flags[1] = a> b, r.flags[2] = a <= b, r.flags[3] = a == b, r.flags[4] = a != b;
    r.flags[5] = bool(a) && !bool(half(0.0f)) && !half(-0.0f);
    c = half(2);
    c *= half(3.0);
    c += half(short(5));
    c -= half(4u);
    c /= half(1ll);
    r.flags[6] = c, r.flags[7] = static_cast<unsigned char>(c), r.flags[8] = static_cast<int>(-c);
    c = 1.5;
    r.numbers[7] = c;
    return r;
}
__global__ void compute(Results* r, half a, half b) {
    *r = all(a, b);
}

int main() {
    Results* r;
    CHECK(cudaMallocManaged(&r, sizeof *r));
    compute<<<1, 1>>>(r, half(1.5f), half(2.0f));
    LAUNCHED;
    for (int i = 0; i < 7; ++i) printf("%g%c", r->numbers[i], i < 6 ? ' ' : '\n');
    for (int i = 0; i < 6; ++i) printf("%d%c", r->flags[i], i < 5 ? ' ' : '\n');
    printf("%d %d %d %g\n", r->flags[6], r->flags[7], r->flags[8], r->numbers[7]);
    const Results host = all(half(1.5f), half(2.0f));
    printf("%s\n", memcmp(&host, r, sizeof host) == 0 ? "same" : "different");
    CHECK(cudaFree(r));
}
