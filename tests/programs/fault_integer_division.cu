// An integer division by zero in a kernel: the processor ends the program.
#include <cstdio>

__global__ void divide(const int* divisors, int* out) {
    out[threadIdx.x] = 100 / divisors[threadIdx.x];  // expect: assert_failed
}

int main() {
    int *divisors, *out;
    cudaMallocManaged(&divisors, 4 * sizeof(int));
    cudaMallocManaged(&out, 4 * sizeof(int));
    for (int i = 0; i < 4; ++i) divisors[i] = 3 - i;
    divide<<<1, 4>>>(divisors, out);
    cudaDeviceSynchronize();
    printf("%d\n", out[0]);
    cudaFree(divisors);
    cudaFree(out);
}
// message: integer division by zero
