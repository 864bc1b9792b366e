// malloc, free, new and delete in device code; memory passed from one thread and kernel to another.
// output: 496 31 5
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

__device__ int* kept;
__global__ void allocate(int n) {
    if (threadIdx.x == 0) {
        kept = static_cast<int*>(malloc(n * sizeof(int)));
        for (int i = 0; i < n; ++i) kept[i] = i;
    }
}
__global__ void use(int* out) {
    __shared__ int* numbers;
    if (threadIdx.x == 0) numbers = new int[32];
    __syncthreads();
    numbers[threadIdx.x] = kept[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < 32; ++i) sum += numbers[i];
        out[0] = sum, out[1] = kept[31];
        delete[] numbers;
        free(kept);
        const int* one = new int(5);
        out[2] = *one;
        delete one;
    }
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 3 * sizeof(int)));
    allocate<<<1, 32>>>(32);
    use<<<1, 32>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d\n", out[0], out[1], out[2]);
    CHECK(cudaFree(out));
}
