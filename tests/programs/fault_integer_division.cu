// An integer division by zero in a kernel. A GPU gives some number; here it ends the program.
// message: division by zero
__global__ void divide(const int* x, int* out) {
    out[0] = x[0] / x[1];  // expect: assert_failed
}

int main() {
    int* x;
    if (cudaMallocManaged(&x, 3 * sizeof(int)) != cudaSuccess) return 1;
    x[0] = 7, x[1] = 0, x[2] = 0;
    divide<<<1, 1>>>(x, x + 2);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    return cudaFree(x);
}
