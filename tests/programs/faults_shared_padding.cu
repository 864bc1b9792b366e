// Past the end of a shared array whose alignment leaves room before the next one.
__global__ void aligned(int* out) {
    __shared__ __align__(16) float s[30];
    float* p = s;
    p[threadIdx.x] = threadIdx.x;  // expect: out_of_bounds
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x % 30];
}
__global__ void two(int* out) {
    __shared__ __align__(64) int a[5];
    __shared__ __align__(64) int b[5];
    int *p = a, *q = b;
    if (threadIdx.x < 6) p[threadIdx.x] = 1;  // expect: out_of_bounds
    if (threadIdx.x < 5) q[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = a[0] + b[4];
}

int main() {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    aligned<<<1, 32>>>(out);
    two<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
