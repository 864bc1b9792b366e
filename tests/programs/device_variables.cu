// Device variables: scalars, arrays, pointers, objects with constructors and members, static ones, in templates.
// output: 64 7 3 12 5
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

struct Counter {
    int value = 3;
    int history[2] = {0, 0};
    __device__ void add(int v) { history[0] = value, value += v; }
};
__device__ int total;
__device__ int table[4] = {1, 2, 3, 4};
__device__ Counter counter;
__device__ int* place;
static __device__ float fraction = 0.5f;
template <int n>
__device__ int slot = n;

__global__ void count() { atomicAdd(&total, 1); }
__global__ void use(int* out) {
    counter.add(table[3]);
    place = &table[1];
    *place = 10;
    out[0] = counter.value, out[1] = counter.history[0], out[2] = static_cast<int>(table[1] + fraction * 4);
    out[3] = slot<5>;
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 4 * sizeof(int)));
    count<<<2, 32>>>();
    use<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    int host = 0;
    CHECK(cudaMemcpyFromSymbol(&host, total, sizeof host));
    printf("%d %d %d %d %d\n", host, out[0], out[1], out[2], out[3]);
    CHECK(cudaFree(out));
}
