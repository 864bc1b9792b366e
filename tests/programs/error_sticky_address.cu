// A kernel's fault: its error stays, whatever the program calls, and the program goes on; the run counts as failed.
// message: segmentation fault (out-of-bounds access?)
// exit: 3
#include <cstdio>

__global__ void write(int* p, long at) { p[at + threadIdx.x] = 1; }  // expect: out_of_bounds
__global__ void meet(int* p) {
    p[0] = 7;
    __syncthreads();
}

int main() {
    int *p, *q;
    cudaMalloc(&p, 64 * sizeof(int));
    cudaMalloc(&q, 64 * sizeof(int));
    write<<<1, 32>>>(p, 0);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    write<<<64, 32>>>(p, 1 << 30);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    puts(cudaGetErrorName(cudaGetLastError()));
    puts(cudaGetErrorName(cudaGetLastError()));
    int host = 5;
    puts(cudaGetErrorString(cudaMemcpy(&host, p, sizeof host, cudaMemcpyDeviceToHost)));
    int* more = nullptr;
    puts(cudaGetErrorName(cudaMalloc(&more, 4)));
    meet<<<1, 64>>>(q);  // does not run
    puts(cudaGetErrorName(cudaPeekAtLastError()));
    puts(cudaGetErrorName(cudaFree(q)));
    printf("%d %d\n", host, more == nullptr);
    cudaFree(p), cudaFree(more);
    return 3;
}
// output: cudaSuccess
// output: cudaErrorIllegalAddress
// output: cudaErrorIllegalAddress
// output: cudaErrorIllegalAddress
// output: an illegal memory access was encountered
// output: cudaErrorIllegalAddress
// output: cudaErrorIllegalAddress
// output: cudaErrorIllegalAddress
// output: 5 1
