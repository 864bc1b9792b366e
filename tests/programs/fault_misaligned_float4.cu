// A vector of 16 bytes stored at a multiple of 8: the processor may end the program.
__global__ void store(float4* a) {
    a[threadIdx.x] = make_float4(1, 2, 3, 4);  // expect: misaligned
}
int main() {
    float* a;
    cudaMalloc(&a, 64 * sizeof(float));
    store<<<1, 4>>>(reinterpret_cast<float4*>(a + 2));
    cudaDeviceSynchronize();
    cudaFree(a);
}
