// Ten blocks whose threads wait at different barriers.
__global__ void two_branches(int* out) {
    if (threadIdx.x < 16) {
        out[threadIdx.x] = 1;
        __syncthreads();
    } else {
        out[threadIdx.x] = 2;
        __syncthreads();  // expect: divergent_barrier
    }
}
__global__ void early_branch(int* out) {
    if (threadIdx.x % 2 == 0) __syncthreads();
    out[threadIdx.x] = 1;
    __syncthreads();  // expect: divergent_barrier
}
__global__ void trip_count(int* out) {
    for (unsigned i = 0; i < threadIdx.x % 3; ++i) __syncthreads();
    out[threadIdx.x] = 1;
    __syncthreads();  // expect: divergent_barrier
}
__device__ void helper(int* out) {
    out[threadIdx.x] = 3;
    __syncthreads();  // expect: divergent_barrier
}
__global__ void in_a_function(int* out) {
    if (threadIdx.x > 20) helper(out);
    __syncthreads();
}
__global__ void switched(int* out) {
    switch (threadIdx.x % 2) {
        case 0:
            __syncthreads();
            break;
        default:
            __syncthreads();  // expect: divergent_barrier
    }
    out[threadIdx.x] = 1;
}
__global__ void with_a_count(int* out) {
    int n = 0;
    if (threadIdx.x < 5) n = __syncthreads_count(1);
    n += __syncthreads_or(threadIdx.x == 3);  // expect: divergent_barrier
    out[threadIdx.x] = n;
}
__global__ void by_data(const int* data, int* out) {
    if (data[threadIdx.x] != 0) {
        __syncthreads();
    }
    __syncthreads();  // expect: divergent_barrier
    out[threadIdx.x] = 1;
}
__global__ void two_dimensions(int* out) {
    if (threadIdx.y == 0) __syncthreads();
    __syncthreads();  // expect: divergent_barrier
    out[threadIdx.y * blockDim.x + threadIdx.x] = 1;
}
template <int n>
__global__ void templated(int* out) {
    if (threadIdx.x < n) __syncthreads();
    out[threadIdx.x] = n;
    __syncthreads();  // expect: divergent_barrier
}
__global__ void one_block_of_many(int* out) {
    if (blockIdx.x == 2 && threadIdx.x == 0) __syncthreads();
    __syncthreads();  // expect: divergent_barrier
    out[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

int main() {
    int *out, *data;
    cudaMalloc(&out, 128 * sizeof(int));
    cudaMalloc(&data, 32 * sizeof(int));
    int host[32] = {1, 0, 1};
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    two_branches<<<1, 32>>>(out);
    early_branch<<<1, 32>>>(out);
    trip_count<<<1, 32>>>(out);
    in_a_function<<<1, 32>>>(out);
    switched<<<1, 32>>>(out);
    with_a_count<<<1, 32>>>(out);
    by_data<<<1, 32>>>(data, out);
    two_dimensions<<<1, dim3(16, 2)>>>(out);
    templated<8><<<1, 32>>>(out);
    one_block_of_many<<<4, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(data);
}
