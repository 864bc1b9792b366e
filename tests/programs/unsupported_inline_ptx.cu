// Inline PTX beyond special registers.
// unsupported: PTX assembly (bar.sync)
__global__ void wait() {
    asm volatile("" ::: "memory");
    asm volatile("bar.sync 0;");
}
int main() {
    wait<<<1, 32>>>();
    return cudaDeviceSynchronize();
}
