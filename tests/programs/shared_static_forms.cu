// Static shared variables: scalars, arrays of all dimensions, pointers, several declarators, const, initial values later.
// output: 31 96 5 1
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

__global__ void forms(int* out) {
    __shared__ int scalar, line[32], *place;
    __shared__ float grid[4][8], cube[2][2][8];
    static __shared__ unsigned char bytes[32];
    __shared__ const int* first;
    const int t = threadIdx.x;
    if (t == 0) scalar = 5, place = line, first = out;
    line[t] = t;
    grid[t / 8][t % 8] = t;
    cube[t / 16][t / 8 % 2][t % 8] = t * 2;
    bytes[t] = static_cast<unsigned char>(t);
    __syncthreads();
    if (t == 0) {
        out[0] = place[31];
        out[1] = static_cast<int>(grid[3][7] + cube[1][1][7]) + bytes[3];
        out[2] = scalar;
        out[3] = first == out;
    }
}

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, 4 * sizeof(int)));
    forms<<<1, 32>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
    CHECK(cudaFree(out));
}
