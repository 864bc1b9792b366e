// Lanes that match over different masks.
// message: deadlock
__global__ void k(int* x) {
    const unsigned mask = threadIdx.x < 8 ? 0xffffu : 0xffffffffu;
    x[threadIdx.x] = __match_any_sync(mask, threadIdx.x & 3);  // expect: deadlock
}

int main() {
    int* x;
    cudaMalloc(&x, 64 * sizeof(int));
    cudaMemset(x, 0, 64 * sizeof(int));
    k<<<1, 32>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}
