// Code that conditions switch off may use what is not there.
// output: 3
#include <cstdio>
#ifdef USE_CUB
#include <cub/cub.cuh>
#endif
#if 0
__global__ void child() {}
__global__ void parent() { child<<<1, 1>>>(); }
#endif
__global__ void set(int* x) {
#ifdef USE_PTX
    asm volatile("bar.sync 0;");
#endif
    *x = 3;
}

int main() {
    int* x;
    if (cudaMallocManaged(&x, sizeof(int)) != cudaSuccess) return 1;
    set<<<1, 1>>>(x);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("%d\n", *x);
    return cudaFree(x);
}
