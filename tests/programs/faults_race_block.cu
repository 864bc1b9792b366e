// Ten races between the threads of a block.
#include <cstdio>

__global__ void no_barrier_after_store(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[63 - threadIdx.x];  // expect: race
}
__global__ void no_barrier_before_store(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const int other = s[(threadIdx.x + 1) % 64];
    s[threadIdx.x] = other + 1;  // expect: race
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void same_element(int* out) {
    out[0] = threadIdx.x;  // expect: race
}
__global__ void unguarded_sum(int* out) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    sum += 1;  // expect: race
    __syncthreads();
    if (threadIdx.x == 0) out[0] = sum;
}
__global__ void reduction(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (threadIdx.x < half) s[threadIdx.x] += s[threadIdx.x + half];  // expect: race
    }
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s[0];
}
__global__ void warp_without_syncwarp(int* out) {
    __shared__ float s[32];
    if (threadIdx.x < 32) {
        s[threadIdx.x] = threadIdx.x;
        __syncwarp();
        const float right = s[(threadIdx.x + 1) % 32];
        s[threadIdx.x] = right;  // expect: race
        __syncwarp();
        out[threadIdx.x] = (int)s[threadIdx.x];
    }
}
__global__ void through_global(int* out, int* scratch) {
    scratch[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = scratch[(threadIdx.x + 7) % 64];  // expect: race
}
__global__ void bytes(int* out) {
    __shared__ unsigned char s[64];
    s[threadIdx.x] = 0;
    __syncthreads();
    s[threadIdx.x] = (unsigned char)threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x ^ 1];  // expect: race
}
__global__ void atomic_and_plain(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    if (threadIdx.x == 63) out[0] = count;  // expect: race
}
__global__ void fence_is_no_barrier(int* out) {
    __shared__ double s[64];
    s[threadIdx.x] = 0;
    __syncthreads();
    s[threadIdx.x] = threadIdx.x;
    __threadfence_block();
    out[threadIdx.x] = (int)s[(threadIdx.x + 32) % 64];  // expect: race
}

int main() {
    int *out, *scratch;
    cudaMalloc(&out, 64 * sizeof(int));
    cudaMalloc(&scratch, 64 * sizeof(int));
    cudaMemset(scratch, 0, 64 * sizeof(int));
    no_barrier_after_store<<<1, 64>>>(out);
    no_barrier_before_store<<<1, 64>>>(out);
    same_element<<<1, 64>>>(out);
    unguarded_sum<<<1, 64>>>(out);
    reduction<<<1, 64>>>(out);
    warp_without_syncwarp<<<1, 64>>>(out);
    through_global<<<1, 64>>>(out, scratch);
    bytes<<<1, 64>>>(out);
    atomic_and_plain<<<1, 64>>>(out);
    fence_is_no_barrier<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(scratch);
}
