// A counter is zeroed by one thread, and counted up by all without a barrier between: the thread's own atomic operation
// comes after its plain write.
#include <cstdio>

__global__ void count(int* total) {
    __shared__ int counter;
    if (threadIdx.x == 0) counter = 0;
    atomicAdd(&counter, 1);  // expect: race
    __syncthreads();
    if (threadIdx.x == 0) *total = counter;
}

__global__ void count_all(int* total) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *total = 0;
    atomicAdd(total, 1);  // expect: race
}

// Right: a barrier stands between, or a fence and a lane's barrier.
__global__ void count_well(int* total) {
    __shared__ int counter;
    if (threadIdx.x == 0) counter = 0;
    __syncwarp();
    atomicAdd(&counter, 1);
    atomicAdd(&counter, 1);
    __syncthreads();
    if (threadIdx.x == 0) *total = counter;
}

int main() {
    int* total;
    cudaMallocManaged(&total, sizeof(int));
    count<<<1, 32>>>(total);
    count_all<<<2, 32>>>(total);
    count_well<<<1, 32>>>(total);
    cudaDeviceSynchronize();
    printf("%d\n", *total);
    cudaFree(total);
}
// output: 64
