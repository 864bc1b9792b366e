// Variables of the other side, by their names: device variables in host code and host variables in kernels.
#include <cstdio>
#include <cstring>

__device__ int counter;
__device__ float table[8];
__constant__ int limits[4];
namespace inner {
static __device__ int hidden;
}
int host_table[4] = {1, 2, 3, 4};
static double total;

__global__ void use(int* out) { out[0] = counter + (int)table[1] + limits[2] + inner::hidden; }
__global__ void read(int* out, const int* values) {
    out[threadIdx.x] = values[threadIdx.x];  // expect: device_access
}
__global__ void add(int* out) {
    total += out[0];  // expect: device_access
}

int main() {
    int* out;
    cudaMalloc(&out, 4 * sizeof(int));
    counter = 3;                          // expect: host_access
    memset(table, 0, sizeof table);       // expect: host_access
    table[1] = 2.0f;                      // expect: host_access
    if (limits[2] > 5) return 1;          // expect: host_access
    inner::hidden = 1;                    // expect: host_access
    use<<<1, 1>>>(out);
    cudaMemcpy(&counter, host_table, sizeof counter, cudaMemcpyHostToDevice);  // expect: copy_direction
    read<<<1, 4>>>(out, host_table);
    add<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
