// Compare and swap of 16 and of 128 bits, exchange of 128 bits.
// output: 512 1024 2048 0
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
struct alignas(16) Pair {
    unsigned long long count, sum;
};
__global__ void compute(unsigned short* narrow, Pair* wide, int* torn) {
    unsigned short old = 0, seen;
    while ((seen = atomicCAS(narrow, old, static_cast<unsigned short>(old + 1))) != old) old = seen;
    Pair expected{0, 0};
    for (;;) {
        const Pair found = atomicCAS(wide, expected, Pair{expected.count + 2, expected.sum + 4});
        if (found.sum != 2 * found.count) atomicAdd(torn, 1);
        if (found.count == expected.count && found.sum == expected.sum) break;
        expected = found;
    }
    __syncthreads();
    const Pair before = atomicExch(wide + 1, Pair{threadIdx.x, 2 * threadIdx.x});
    if (before.sum != 2 * before.count) atomicAdd(torn, 1);
}
int main() {
    unsigned short* narrow;
    Pair* wide;
    int* torn;
    CHECK(cudaMallocManaged(&narrow, 4));
    CHECK(cudaMallocManaged(&wide, 32));
    CHECK(cudaMallocManaged(&torn, 4));
    narrow[0] = narrow[1] = 0;
    wide[0] = wide[1] = Pair{0, 0};
    *torn = 0;
    compute<<<4, 128>>>(narrow, wide, torn);
    LAUNCHED;
    printf("%d %llu %llu %d\n", narrow[0] + narrow[1], wide[0].count, wide[0].sum, *torn);
    CHECK(cudaFree(narrow));
    CHECK(cudaFree(wide));
    CHECK(cudaFree(torn));
}
