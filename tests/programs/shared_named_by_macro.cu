// The name of a shared variable may be pasted in a macro.
#include <cstdio>

#define REVERSE(NAME, T)                                                   \
    __global__ void NAME(T* d) {                                           \
        __shared__ T all_##NAME[32];                                       \
        extern __shared__ unsigned char NAME##_raw[];                      \
        T* copy = reinterpret_cast<T*>(NAME##_raw);                        \
        all_##NAME[threadIdx.x] = d[threadIdx.x];                          \
        copy[threadIdx.x] = 1;                                             \
        __syncthreads();                                                   \
        d[threadIdx.x] = all_##NAME[31 - threadIdx.x] + copy[threadIdx.x ^ 1]; \
    }
REVERSE(whole, int)
REVERSE(wide, double)

int main() {
    int* d;
    double* e;
    cudaMallocManaged(&d, 32 * sizeof(int));
    cudaMallocManaged(&e, 32 * sizeof(double));
    for (int i = 0; i < 32; ++i) d[i] = e[i] = i;
    whole<<<1, 32, 32 * sizeof(int)>>>(d);
    wide<<<1, 32, 32 * sizeof(double)>>>(e);
    cudaDeviceSynchronize();
    printf("%d %d %.0f %.0f\n", d[0], d[31], e[0], e[31]);
    cudaFree(d), cudaFree(e);
}
// output: 32 1 32 1
