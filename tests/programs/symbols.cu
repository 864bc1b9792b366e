// Copies to and from symbols with offsets and directions, their addresses and sizes, and what is no symbol.
// output: 1 20 30 16 8 9 0 1 13 21
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

struct Point {
    float x, y;
};
__device__ int numbers[4];
__constant__ Point point;
__device__ float* pointer;
__global__ void use(int* out) { out[0] = numbers[2], out[1] = static_cast<int>(point.y), out[2] = pointer != nullptr; }

int main() {
    int first[] = {1, 10, 30}, back[4] = {}, *address, *out;
    float* target;
    size_t bytes = 0, small = 0;
    CHECK(cudaMalloc(&target, sizeof(float)));
    CHECK(cudaMallocManaged(&out, 3 * sizeof(int)));
    CHECK(cudaMemcpyToSymbol(numbers, first, 4));
    CHECK(cudaMemcpyToSymbol(numbers, first + 1, 8, 4, cudaMemcpyHostToDevice));
    const Point corner{4, 9};
    CHECK(cudaMemcpyToSymbolAsync(point, &corner, sizeof(Point), 0, cudaMemcpyHostToDevice, 0));
    CHECK(cudaMemcpyToSymbol(pointer, &target, sizeof target));
    CHECK(cudaGetSymbolAddress(reinterpret_cast<void**>(&address), numbers));
    CHECK(cudaGetSymbolSize(&bytes, numbers));
    CHECK(cudaGetSymbolSize(&small, pointer));
    const int twenty = 20, zero = 0;
    CHECK(cudaMemcpy(address + 1, &twenty, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(address + 3, &zero, sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyFromSymbol(back, numbers, sizeof back));
    use<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d %zu %zu %d %d %d ", back[0], back[1], out[0], bytes, small, out[1], back[3], out[2]);
    printf("%d ", cudaMemcpyToSymbol("numbers", first, 4));
    printf("%d\n", cudaMemcpyFromSymbol(back, numbers, 4, 0, cudaMemcpyHostToDevice));
    cudaGetLastError();
    CHECK(cudaFree(target));
    CHECK(cudaFree(out));
}
