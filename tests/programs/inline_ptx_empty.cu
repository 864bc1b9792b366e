// Assembly that is only a barrier for the compiler, and special registers in the forms in which they are written.
// output: 32 125
#include <cstdio>
__device__ __forceinline__ unsigned lane() {
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;\n\t" : "=r"(lane));
    return lane;
}
__global__ void read(unsigned* out) {
    asm volatile("" ::: "memory");
    asm volatile("" : : : "memory");
    asm("");
    unsigned thread, threads;
    asm("mov.u32 %0, %%tid.x;" : "=r"(thread)::"memory");
    __asm__ __volatile__("mov.u32 %0, %ntid.x;" : "=r"(threads));
    out[threadIdx.x] = 2 * lane() + thread + threads;
}

int main() {
    unsigned* out;
    cudaMallocManaged(&out, 32 * sizeof(unsigned));
    read<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%u %u\n", out[0], out[31]);
    cudaFree(out);
}
