// Shared variables declared in loops, branches, nested blocks and switch cases.
// output: 10 16 3 4 5
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

__global__ void nested(int* out, int which) {
    const int t = threadIdx.x;
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
        __shared__ int inside[32];
        __syncthreads();
        inside[t] = i + 1;
        __syncthreads();
        sum += inside[31 - t];
    }
    if (which > 0) {
        __shared__ int branch[32];
        branch[t] = 16;
        __syncthreads();
        if (t == 0) out[1] = branch[31];
    } else {
        __shared__ float branch[32];
        branch[t] = 1;
    }
    {
        __shared__ int shadow;
        if (t == 0) shadow = 3;
        __syncthreads();
        {
            __shared__ int shadow[2];
            if (t < 2) shadow[t] = 4;
            __syncthreads();
            if (t == 1) out[3] = shadow[0];
        }
        if (t == 1) out[2] = shadow;
    }
    switch (which) {
        case 1: {
            __shared__ int chosen;
            if (t == 0) chosen = 5;
            if (t == 0) out[4] = chosen;
            break;
        }
        default:
            break;
    }
    if (t == 0) out[0] = sum;
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 5 * sizeof(int)));
    nested<<<1, 32>>>(out, 1);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; ++i) printf(i < 4 ? "%d " : "%d\n", out[i]);
    CHECK(cudaFree(out));
}
