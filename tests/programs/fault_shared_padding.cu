// An aligned array in shared memory has padding after it, which is not the array.
#include <cstdio>

__global__ void fill(int* out) {
    __shared__ __align__(16) int values[30];
    int* all = values;
    for (int i = threadIdx.x; i < 32; i += 32) all[i] = i;  // expect: out_of_bounds
    __syncthreads();
    if (threadIdx.x < 30) out[threadIdx.x] = values[threadIdx.x];
}

int main() {
    int* out;
    cudaMallocManaged(&out, 30 * sizeof(int));
    fill<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", out[29]);
    cudaFree(out);
}
// output: 29
