// The specifiers of shared variables in other orders, and types behind typedef, using, auto-like decltype and volatile.
// output: 1 2 3 4 5 6
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

typedef int Row[8];
using Cell = unsigned short;
__global__ void orders(int* out) {
    __shared__ static int a;
    int __shared__ b;
    volatile __shared__ int c;
    __shared__ volatile Cell d[2];
    __shared__ Row rows[2];
    __shared__ decltype(out[0] + 1) f;
    if (threadIdx.x == 0) {
        a = 1, b = 2, c = 3, d[1] = 4, rows[1][7] = 5, f = 6;
        out[0] = a, out[1] = b, out[2] = c, out[3] = d[1], out[4] = rows[1][7], out[5] = f;
    }
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 6 * sizeof(int)));
    orders<<<1, 32>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 6; ++i) printf(i < 5 ? "%d " : "%d\n", out[i]);
    CHECK(cudaFree(out));
}
