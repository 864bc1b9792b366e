// A lock between blocks, with fences on both sides of the critical section.
// output: 128
#include <cstdio>
__device__ int lock = 0;
__global__ void count(int* value) {
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        __threadfence();
        *value = *value + 1;
        __threadfence();
        atomicExch(&lock, 0);
    }
}
int main() {
    int *value, result;
    cudaMalloc(&value, sizeof(int));
    cudaMemset(value, 0, sizeof(int));
    count<<<32, 128>>>(value);
    cudaMemcpy(&result, value, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(value);
}
