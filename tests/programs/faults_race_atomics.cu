// Plain and atomic accesses of the same variable without a barrier between them, also where the thread's own atomic
// operation follows its plain one; and atomics of a block's scope that several blocks use.
__global__ void zeroed_by_first(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    atomicAdd(&count, 1);  // expect: race
    __syncthreads();
    out[threadIdx.x] = count;
}
__global__ void zeroed_by_owners(int* out) {
    __shared__ int histogram[4];
    if (threadIdx.x < 4) histogram[threadIdx.x] = 0;
    __syncwarp();
    atomicAdd(&histogram[threadIdx.x % 4], 1);  // expect: race
    __syncthreads();
    if (threadIdx.x < 4) out[threadIdx.x] = histogram[threadIdx.x];
}
__global__ void zeroed_by_first_block(int* total) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *total = 0;
    __syncthreads();
    atomicAdd(total, 1);  // expect: race
}
__global__ void maximum(int* most) {
    if (threadIdx.x == 0) *most = -1;
    atomicMax(most, (int)threadIdx.x);  // expect: race
}
__global__ void block_scope(int* total) { atomicAdd_block(total, 1); }                       // expect: race
__global__ void mixed_scopes(int* total) {
    if (blockIdx.x == 0) atomicAdd_block(total, 1);
    if (blockIdx.x == 1) atomicAdd(total, 1);  // expect: race
}
__global__ void block_maximum(int* most) { atomicMax_block(most, (int)threadIdx.x + 1); }    // expect: race

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    zeroed_by_first<<<1, 64>>>(x);
    zeroed_by_owners<<<1, 64>>>(x);
    zeroed_by_first_block<<<2, 32>>>(x);
    maximum<<<1, 32>>>(x);
    block_scope<<<2, 32>>>(x);
    mixed_scopes<<<2, 32>>>(x);
    block_maximum<<<2, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
