// Dynamic shared memory: one buffer of several types in one kernel, another type in another, in a device function.
// output: 31 15.5 7
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

__device__ float* as_floats(int n) {
    extern __shared__ int words[];
    return reinterpret_cast<float*>(words + n);
}
__global__ void split(int n, float* out) {
    extern __shared__ int words[];
    float* floats = as_floats(n);
    words[threadIdx.x] = threadIdx.x;
    floats[threadIdx.x] = threadIdx.x * 0.5f;
    __syncthreads();
    if (threadIdx.x == 0) out[0] = words[n - 1], out[1] = floats[n - 1];
}
__global__ void doubles(float* out) {
    extern __shared__ double values[];
    values[threadIdx.x] = 7;
    __syncthreads();
    if (threadIdx.x == 0) out[2] = static_cast<float>(values[blockDim.x - 1]);
}

int main() {
    float* out;
    CHECK(cudaMallocManaged(&out, 3 * sizeof(float)));
    split<<<1, 32, 32 * (sizeof(int) + sizeof(float))>>>(32, out);
    doubles<<<1, 16, 16 * sizeof(double)>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%g %g %g\n", out[0], out[1], out[2]);
    CHECK(cudaFree(out));
}
