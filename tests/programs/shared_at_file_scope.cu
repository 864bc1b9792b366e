// Shared variables at file and namespace scope, seen by kernels and device functions.
// output: 496 31 8
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

__shared__ int buffer[32];
namespace kept {
static __shared__ int total;
}
extern __shared__ int dynamic[];

__device__ void add_up() {
    if (threadIdx.x != 0) return;
    kept::total = 0;
    for (int i = 0; i < 32; ++i) kept::total += buffer[i];
}
__global__ void use(int* out) {
    buffer[threadIdx.x] = threadIdx.x;
    dynamic[threadIdx.x] = 8;
    __syncthreads();
    add_up();
    __syncthreads();
    if (threadIdx.x == 1) out[0] = kept::total, out[1] = buffer[31], out[2] = dynamic[31];
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 3 * sizeof(int)));
    use<<<1, 32, 32 * sizeof(int)>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d\n", out[0], out[1], out[2]);
    CHECK(cudaFree(out));
}
