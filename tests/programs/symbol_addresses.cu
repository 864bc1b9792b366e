// Symbols passed by address, as programs of C style do, and copies that leave the symbol.
// output: 7 8 1
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

__device__ int value;
__constant__ int table[2];
__global__ void use(int* out) { *out = table[1] + value; }

int main() {
    int seven = 7, one = 1, back = 0, *out;
    CHECK(cudaMallocManaged(&out, sizeof(int)));
    CHECK(cudaMemcpyToSymbol((const void*)&value, &seven, sizeof(int), 0, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol((const void*)table, &one, sizeof(int), sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyFromSymbol(&back, (const void*)&value, sizeof(int), 0, cudaMemcpyDeviceToHost));
    use<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d ", back, *out);
    printf("%d\n", cudaMemcpyToSymbol(table, &one, sizeof(int), 2 * sizeof(int)));  // expect: copy_size
    cudaGetLastError();
    CHECK(cudaFree(out));
}
