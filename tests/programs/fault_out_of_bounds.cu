// A write far behind an array ends the program, and the message names block and thread.
// message: block (0,0,0)
__global__ void far(int* x) {
    x[threadIdx.x * 100000] = 1;  // expect: out_of_bounds
}

int main() {
    int* x;
    if (cudaMalloc(&x, 400) != cudaSuccess) return 1;
    far<<<2, 4>>>(x);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    return cudaFree(x);
}
