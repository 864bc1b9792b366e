// Lines keep their numbers behind launches, shared variables and macros of several lines.
// output: 17 19 29 31 lines
#include <cstdio>
#define TWO_LINES \
    (__LINE__)
__global__ void lines(int* out) {
    __shared__ int a[32],
        b[32];
    __shared__ struct {
        int x;
        int y;
    } pair;
    a[threadIdx.x] = b[threadIdx.x] = pair.x = pair.y =
        0;
    extern __shared__
        int dynamic[];
    out[0] = __LINE__;
    dynamic[0] =
        __LINE__;
    out[1] = dynamic[0];
}
int main() {
    int* out;
    if (cudaMallocManaged(&out, 4 * sizeof(int)) != cudaSuccess) return 1;
    lines<<<1,
            1,
            sizeof(int)>>>(
        out); lines<<<1, 1,
        sizeof(int)>>>(out); const int here = __LINE__;
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    out[2] = here, out[3] = TWO_LINES;
    printf("%d %d %d %d lines\n", out[0], out[1], out[2], out[3]);
    return cudaFree(out);
}
