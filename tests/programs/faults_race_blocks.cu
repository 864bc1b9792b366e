// Ten races between the blocks of a launch.
#include <cstdio>

__device__ int counter, flag, total;
__device__ float table[64];

__global__ void everyone_writes(int* out) {
    if (threadIdx.x == 0) out[0] = blockIdx.x;  // expect: race
}
__global__ void neighbour(int* out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (blockIdx.x > 0) out[blockIdx.x * blockDim.x + threadIdx.x] += out[(blockIdx.x - 1) * blockDim.x + threadIdx.x];  // expect: race
}
__global__ void global_sum(int* out) {
    if (threadIdx.x == 0) out[0] += 1;  // expect: race
}
__global__ void overlapping_tiles(int* out) {
    const int i = blockIdx.x * (blockDim.x - 1) + threadIdx.x;
    out[i] = blockIdx.x;  // expect: race
}
__global__ void variable() {
    if (threadIdx.x == 0) counter = blockIdx.x + 1;  // expect: race
}
__global__ void variable_array() {
    table[threadIdx.x] += 1.0f;  // expect: race
}
__global__ void last_block_without_fence(int* partial, int* out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x;
        last = atomicAdd(&total, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) out[threadIdx.x] = partial[threadIdx.x];  // expect: race
}
__global__ void fence_of_the_block_only(int* partial, int* out) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x;
        __threadfence_block();
        last = atomicAdd(&total, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) out[threadIdx.x] = partial[threadIdx.x];  // expect: race
}
__global__ void write_after_read(int* data, int* out) {
    if (blockIdx.x == 0) out[threadIdx.x] = data[threadIdx.x];
    if (blockIdx.x == 1) data[threadIdx.x] = 5;  // expect: race
}
__global__ void unlock_without_fence(int* value) {
    if (threadIdx.x == 0) {
        while (atomicCAS(&flag, 0, 1) != 0) {
        }
        *value += 1;  // expect: race
        atomicExch(&flag, 0);
    }
}

__global__ void reset() {
    total = 0;
    flag = 0;
}

int main() {
    int *out, *data;
    cudaMalloc(&out, 256 * sizeof(int));
    cudaMalloc(&data, 256 * sizeof(int));
    cudaMemset(out, 0, 256 * sizeof(int));
    cudaMemset(data, 0, 256 * sizeof(int));
    everyone_writes<<<4, 32>>>(out);
    neighbour<<<4, 32>>>(out);
    global_sum<<<4, 32>>>(out);
    overlapping_tiles<<<4, 32>>>(out);
    variable<<<4, 32>>>();
    variable_array<<<4, 32>>>();
    reset<<<1, 1>>>();
    last_block_without_fence<<<4, 32>>>(data, out);
    reset<<<1, 1>>>();
    fence_of_the_block_only<<<4, 32>>>(data, out);
    write_after_read<<<2, 32>>>(data, out);
    unlock_without_fence<<<4, 32>>>(data);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(data);
}
