// A kernel that writes through a null pointer: the program forgot to allocate for a count of arguments that it has.
// message: segmentation fault
__global__ void set(int* x) {
    *x = 1;  // expect: out_of_bounds
}

int main(int count, char**) {
    int* x = nullptr;
    if (count > 1 && cudaMalloc(&x, sizeof(int)) != cudaSuccess) return 1;
    set<<<1, 1>>>(x);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    return cudaFree(x);
}
