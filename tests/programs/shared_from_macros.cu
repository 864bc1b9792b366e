// Shared variables declared by macros: names and sizes as parameters, several in one macro.
// output: 31 62 93 4
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

#define BUFFER(T, name, n) __shared__ T name[n]
#define TWO(a, b)            \
    __shared__ int a[32];    \
    __shared__ int b[32];
#define DYNAMIC(T, name) extern __shared__ T name[]
#define SIZE 32

__global__ void declared(int* out) {
    __shared__ int first[SIZE];
    BUFFER(int, second, SIZE);
    BUFFER(float, fourth, SIZE * 2);
    TWO(third, unused)
    DYNAMIC(int, dynamic);
    const int t = threadIdx.x;
    first[t] = t, second[t] = 2 * t, third[t] = 3 * t, fourth[t + 32] = 4, dynamic[t] = t, unused[t] = 0;
    __syncthreads();
    if (t == 0) {
        out[0] = dynamic[31] + unused[31];
        out[1] = second[31], out[2] = third[31], out[3] = static_cast<int>(fourth[63]) + first[0];
    }
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 4 * sizeof(int)));
    declared<<<1, 32, SIZE * sizeof(int)>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    CHECK(cudaFree(out));
}
