// Lanes of a warp exchange through shared memory, ordered by __syncwarp alone.
// output: 496 1520
#include <cstdio>
__global__ void sum(int* out) {
    __shared__ int s[64];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int* mine = s + warp * 32;
    mine[lane] = threadIdx.x;
    __syncwarp();
    for (int half = 16; half > 0; half /= 2) {
        int add = 0;
        if (lane < half) add = mine[lane + half];
        __syncwarp();
        if (lane < half) mine[lane] += add;
        __syncwarp();
    }
    if (lane == 0) out[warp] = mine[0];
}
int main() {
    int *out, host[2];
    cudaMalloc(&out, sizeof host);
    sum<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[1]);
    cudaFree(out);
}
