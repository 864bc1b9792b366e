// Groups of lanes that grow, and masks of the lanes that are left: each operation has one mask for all of its lanes.
// output: 496 40
#include <cstdio>
__global__ void reduce(int* out) {
    int sum = threadIdx.x;
    for (int size = 2; size <= 32; size *= 2) {
        const unsigned first = threadIdx.x / size * size;
        const unsigned mask = size == 32 ? ~0u : ((1u << size) - 1) << first;
        sum += __shfl_xor_sync(mask, sum, size / 2);
    }
    if (threadIdx.x == 0) *out = sum;
}
__global__ void leave(int* out) {
    unsigned mask = ~0u;
    int votes = 0;
    for (int round = 0; round < 4; ++round) {
        const bool stays = threadIdx.x < 32u >> round;
        mask = __ballot_sync(mask, stays);
        if (!stays) return;
        votes += __popc(__ballot_sync(mask, threadIdx.x % 2 == 0));
    }
    if (threadIdx.x == 0) *out = votes + 10;
}

int main() {
    int *out, host[2];
    cudaMalloc(&out, sizeof host);
    reduce<<<1, 32>>>(out);
    leave<<<1, 32>>>(out + 1);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[1]);
    cudaFree(out);
}
