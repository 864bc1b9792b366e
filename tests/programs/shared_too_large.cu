// More than 48 KiB of static shared memory does not compile.
// compile-error: shared_too_large.cu:4
__global__ void fill(int* out) {
    __shared__ int all[12289];
    all[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = all[0];
}

int main() {
    fill<<<1, 32>>>(nullptr);
}
