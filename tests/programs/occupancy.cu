// Occupancy: blocks per multiprocessor by threads and by shared memory, the best block size, with limits.
// output: 2 8 32 64 0 9
// output: 1024 256 1 1 512
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                    \
    do {                                                                               \
        const cudaError_t error = (call);                                              \
        if (error != cudaSuccess) {                                                    \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error));                \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

__global__ void plain(float* x) { x[threadIdx.x] = 0; }
__global__ void hungry(float* x) {
    extern __shared__ float buffer[];
    x[threadIdx.x] = buffer[threadIdx.x];
}

int main() {
    int blocks[6] = {}, grid = 0, best = 0, limited = 0, variable = 0, most = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[0], plain, 1024, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[1], plain, 256, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks[2], plain, 64, 0, cudaOccupancyDefault));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[3], hungry, 1000, 0));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[4], hungry, 64, 100 << 10));
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks[5], hungry, 64, 24 << 10));
    printf("%d %d %d %d %d %d\n", blocks[0], blocks[1], blocks[2], blocks[3] * 32, blocks[4], blocks[5]);
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &best, plain, 0, 0));
    CHECK(cudaOccupancyMaxPotentialBlockSize(&most, &limited, plain, 0, 256));
    cudaDeviceProp p;
    CHECK(cudaGetDeviceProperties(&p, 0));
    const int per_multiprocessor = p.maxThreadsPerMultiProcessor;
    const bool fills = grid * best == p.multiProcessorCount * per_multiprocessor;
    const bool fills_too = most * limited == p.multiProcessorCount * per_multiprocessor;
    CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        &grid, &variable, hungry, [](int threads) { return threads > 512 ? size_t{1} << 20 : size_t{1024}; }));
    printf("%d %d %d %d %d\n", best, limited, fills, fills_too, variable);
}
