// A kernel's arguments are copied once for a launch, and the copy ends with it; threads see its bits, each its own.
// output: 1 copies, 1 ended: 0 3 6
// output: 1 copies, 1 ended: 0 3 6
#include <cstdio>
static int copies = 0, ends = 0;
struct Held {
    int* values;
    int at;
    Held(int* v, int a) : values(v), at(a) {}
    Held(const Held& other) : values(other.values), at(other.at) { ++copies; }
    ~Held() { ++ends; }
    __device__ int next() { return values[at += threadIdx.x]; }
};
__global__ void take(Held held, int factor, int* out) { out[threadIdx.x] = factor * held.next(); }

int main() {
    int *values, *out;
    cudaMallocManaged(&values, 32 * sizeof(int));
    cudaMallocManaged(&out, 32 * sizeof(int));
    for (int i = 0; i < 32; ++i) values[i] = i;
    Held held(values, 0);
    int factor = 3;
    take<<<1, 32>>>(held, factor, out);
    cudaDeviceSynchronize();
    printf("%d copies, %d ended: %d %d %d\n", copies, ends, out[0], out[1], out[2]);
    void* arguments[] = {&held, &factor, &out};
    cudaLaunchKernel((void*)take, 1, 32, arguments);
    cudaDeviceSynchronize();
    printf("%d copies, %d ended: %d %d %d\n", copies, ends, out[0], out[1], out[2]);
    cudaFree(values);
    cudaFree(out);
}
