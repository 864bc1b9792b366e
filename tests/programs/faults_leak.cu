// Memory that is never freed: notes, and the program passes.
__global__ void fill(int* a) {
    a[threadIdx.x] = threadIdx.x;
}
int main() {
    int *a, *b, *c, *freed;
    cudaMalloc(&a, 32 * sizeof(int));         // expect: leak
    cudaMallocManaged(&b, 32 * sizeof(int));  // expect: leak
    cudaMallocHost(&c, 32 * sizeof(int));     // expect: leak
    cudaMalloc(&freed, 32 * sizeof(int));
    fill<<<1, 32>>>(a);
    fill<<<1, 32>>>(b);
    fill<<<1, 32>>>(freed);
    cudaDeviceSynchronize();
    cudaFree(freed);
}
