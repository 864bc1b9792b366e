// Dynamic shared memory of two and three dimensions, and with an alignment.
// output: 108 16 0
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

struct alignas(16) Quad {
    float v[4];
};
__global__ void rows(int* out) {
    extern __shared__ int grid[][8];
    grid[threadIdx.y][threadIdx.x] = threadIdx.y * 8 + threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        int sum = 0;
        for (int y = 0; y < 4; ++y) sum += grid[y][7];
        out[0] = sum + static_cast<int>(sizeof(grid[0]));
    }
}
__global__ void quads(int* out) {
    extern __shared__ __align__(16) Quad items[];
    items[threadIdx.x].v[3] = 4;
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < 4; ++i) sum += items[i].v[3];
        out[1] = static_cast<int>(sum);
        out[2] = static_cast<int>(reinterpret_cast<unsigned long long>(items) % 16);
    }
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 3 * sizeof(int)));
    rows<<<1, dim3(8, 4), 32 * sizeof(int)>>>(out);
    quads<<<1, 4, 4 * sizeof(Quad)>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d\n", out[0], out[1], out[2]);
    CHECK(cudaFree(out));
}
