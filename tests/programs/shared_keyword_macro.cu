// Macros that stand for the qualifiers themselves, as portable code has them.
// output: 62 4
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

#define SHARED __shared__
#define KERNEL __global__ void
#define DEVICE __device__ __forceinline__
#define BARRIER __syncthreads()
DEVICE int twice(int v) { return 2 * v; }
KERNEL use(int* out) {
    SHARED int buffer[32];
    SHARED float other;
    buffer[threadIdx.x] = twice(threadIdx.x);
    if (threadIdx.x == 0) other = 4;
    BARRIER;
    if (threadIdx.x == 0) out[0] = buffer[31];
    if (threadIdx.x == 1) out[1] = static_cast<int>(other);
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 2 * sizeof(int)));
    use<<<1, 32>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d\n", out[0], out[1]);
    CHECK(cudaFree(out));
}
