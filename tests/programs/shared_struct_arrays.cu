// Arrays of structs, unions, vector types and class templates in shared memory.
// output: 62 48 30 3
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

struct Pair {
    int a;
    float b;
};
union Word {
    unsigned u;
    float f;
};
template <class T, int n>
struct Box {
    T items[n];
    __device__ T& operator[](int i) { return items[i]; }
};
__global__ void structs(int* out) {
    __shared__ Pair pairs[32];
    __shared__ Word words[32];
    __shared__ float4 quads[32];
    __shared__ Box<Box<int, 4>, 8> boxes;
    __shared__ struct {
        int x, y;
    } local[2];
    const int t = threadIdx.x;
    pairs[t].a = t, pairs[t].b = 2.0f * t;
    words[t].f = 1.0f;
    quads[t] = make_float4(t, t, t, t + 1);
    boxes[t / 4][t % 4] = t;
    if (t < 2) local[t].x = t, local[t].y = 2;
    __syncthreads();
    if (t == 0) {
        out[0] = static_cast<int>(pairs[31].b);
        out[1] = words[3].u == 0x3f800000u ? static_cast<int>(quads[16].x + quads[31].w) : 0;
        out[2] = boxes[7][2];
        out[3] = local[1].x + local[1].y;
    }
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 4 * sizeof(int)));
    structs<<<1, 32>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    CHECK(cudaFree(out));
}
