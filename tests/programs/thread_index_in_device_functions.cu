// A device function and a macro that ask for the thread: the kernel that calls them, and one beside it that does not.
#include <cstdio>

#define LANE (threadIdx.x % 32)
__device__ int global_index() {
    return blockIdx.x * blockDim.x + threadIdx.x;
}
__global__ void by_function(int* out) {
    out[global_index()] = LANE;
}
__global__ void alone(int* out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] += 1000;
}

int main() {
    int* out;
    cudaMallocManaged(&out, 256 * sizeof(int));
    by_function<<<4, 64>>>(out);
    alone<<<2, 128>>>(out);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < 256; ++i) wrong += out[i] != 1000 + i % 32;
    printf("%d\n", wrong);
    cudaFree(out);
}
// output: 0
