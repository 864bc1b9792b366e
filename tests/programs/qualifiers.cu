// Restrict pointers in all spellings, inlining hints, grid constants, and both orders of __host__ and __device__.
// output: 30 12 5 9
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

struct Big {
    int values[16];
};
__host__ __device__ __forceinline__ int add(int a, int b) { return a + b; }
__device__ __host__ inline int multiply(int a, int b) { return a * b; }
static __device__ __noinline__ int negate(int a) { return -a; }
__device__ __forceinline__ int same(int a) { return a; }
__forceinline__ __device__ static int twice(int a) { return a * 2; }
constexpr __host__ __device__ int five() { return 5; }

__global__ void use(const int* __restrict__ a, int* __restrict b, const __grid_constant__ Big big) {
    const int* const __restrict__ c = a;
    b[0] = add(c[0], multiply(big.values[3], 9)) - negate(same(1));
    b[1] = twice(a[1]);
    b[2] = five();
}

int main() {
    int *a, *b;
    CHECK(cudaMallocManaged(&a, 2 * sizeof(int)));
    CHECK(cudaMallocManaged(&b, 3 * sizeof(int)));
    a[0] = 2, a[1] = 6;
    Big big = {};
    big.values[3] = 3;
    use<<<1, 1>>>(a, b, big);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", b[0], b[1], b[2], add(4, five()));
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}
