// An atomic operation at an address that is no multiple of its size.
#include <cstdio>

__global__ void add(char* bytes) {
    atomicAdd(reinterpret_cast<int*>(bytes + 4), 1);
    atomicAdd(reinterpret_cast<int*>(bytes + 10), 1);  // expect: misaligned
}

int main() {
    char* bytes;
    cudaMalloc(&bytes, 64);
    cudaMemset(bytes, 0, 64);
    add<<<1, 1>>>(bytes);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(bytes);
}
// output: cudaSuccess
