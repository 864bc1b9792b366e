// Kernels that alone ask for their thread, by launch, by pointer and as templates, in blocks and grids of three dimensions.
#include <cstdio>

__global__ void mark(int* out, int columns, int rows) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < columns && y < rows) out[(z * rows + y) * columns + x] = (threadIdx.z * 10 + threadIdx.y) * 10 + threadIdx.x;
}

template <class T>
__global__ void scale(T* out, T factor, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] *= factor;
}

__global__ void first_of_block(int* out) {
    if (threadIdx.x == 0) out[blockIdx.x] = blockDim.x + gridDim.x;
}

static int count_wrong(const int* out, int columns, int rows, int depth) {
    int wrong = 0;
    for (int z = 0; z < depth; ++z)
        for (int y = 0; y < rows; ++y)
            for (int x = 0; x < columns; ++x)
                wrong += out[(z * rows + y) * columns + x] != ((z % 2) * 10 + y % 3) * 10 + x % 4;
    return wrong;
}

int main() {
    int columns = 10, rows = 7;
    const int depth = 4, n = columns * rows * depth;
    int* out;
    cudaMallocManaged(&out, n * sizeof(int));
    const dim3 block(4, 3, 2), grid(3, 3, 2);
    mark<<<grid, block>>>(out, columns, rows);
    cudaDeviceSynchronize();
    printf("launch %d\n", count_wrong(out, columns, rows, depth));
    for (int i = 0; i < n; ++i) out[i] = 0;
    void* arguments[] = {&out, &columns, &rows};
    cudaLaunchKernel((void*)mark, grid, block, arguments, 0, nullptr);
    cudaDeviceSynchronize();
    printf("pointer %d\n", count_wrong(out, columns, rows, depth));
    scale<int><<<2, 32>>>(out, 1, n);
    scale<float><<<1, 1>>>(nullptr, 1.0f, 0);
    cudaDeviceSynchronize();
    printf("template %d\n", count_wrong(out, columns, rows, depth));
    first_of_block<<<5, 64>>>(out);
    cudaDeviceSynchronize();
    printf("block %d %d\n", out[0], out[4]);
    cudaFree(out);
}
// output: launch 0
// output: pointer 0
// output: template 0
// output: block 69 69
