// Threads that wait for others with an atomic that changes nothing: all four ways end.
// output: 10 20 30 128
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
__global__ void wait(int* flags, int* out) {
    const int last = blockDim.x - 1;
    if (threadIdx.x == last) {
        out[0] = 10, out[1] = 20, out[2] = 30;
        __threadfence();
        atomicExch(&flags[0], 1);
        atomicOr(&flags[1], 4);
        atomicAdd(&flags[2], 1);
    } else if (threadIdx.x == 0) {
        while (atomicAdd(&flags[0], 0) == 0) {
        }
        __threadfence();
        if (out[0] != 10) out[0] = -1;
    } else if (threadIdx.x == 1) {
        while ((atomicOr(&flags[1], 0) & 4) == 0) {
        }
        __threadfence();
        if (out[1] != 20) out[1] = -1;
    } else if (threadIdx.x == 2) {
        while (atomicCAS(&flags[2], 1, 1) != 1) {
        }
        __threadfence();
        if (out[2] != 30) out[2] = -1;
    }
}
// A lock around a plain increment, taken by all threads of all blocks.
__global__ void count(int* lock, volatile int* counter) {
    for (bool done = false; !done;) {
        if (atomicExch(lock, 1) == 0) {
            __threadfence();
            *counter = *counter + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
int main() {
    int *flags, *out;
    CHECK(cudaMallocManaged(&flags, 16));
    CHECK(cudaMallocManaged(&out, 16));
    for (int i = 0; i < 4; ++i) flags[i] = out[i] = 0;
    wait<<<1, 64>>>(flags, out);
    LAUNCHED;
    count<<<2, 64>>>(flags + 3, out + 3);
    LAUNCHED;
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    CHECK(cudaFree(flags));
    CHECK(cudaFree(out));
}
