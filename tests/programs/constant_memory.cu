// Constant variables: scalars, arrays, structs with initial values, changed by the host, read by device functions.
// output: 4 9 2.5 11 1 40
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

struct Settings {
    int scale;
    float offsets[2];
};
__constant__ int answer = 4;
__constant__ int squares[] = {0, 1, 4, 9};
__constant__ Settings settings = {2, {0.5f, 1.5f}};
__constant__ const float pi_ish = 3.0f;
namespace tables {
__constant__ unsigned char bytes[4];
__device__ __constant__ long wide;
}  // namespace tables

__device__ float scaled(float x) { return x * settings.scale + settings.offsets[0]; }
__global__ void use(float* out) {
    out[0] = answer, out[1] = squares[3], out[2] = scaled(1), out[3] = tables::bytes[2] + pi_ish + tables::wide;
}

int main() {
    float* out;
    CHECK(cudaMallocManaged(&out, 4 * sizeof(float)));
    const unsigned char bytes[] = {1, 2, 3, 4};
    const long wide = 5;
    CHECK(cudaMemcpyToSymbol(tables::bytes, bytes, sizeof bytes));
    CHECK(cudaMemcpyToSymbol(tables::wide, &wide, sizeof wide));
    use<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%g %g %g %g ", out[0], out[1], out[2], out[3]);
    const Settings changed{10, {0, 0}};
    const int two = 2;
    CHECK(cudaMemcpyToSymbol(settings, &changed, sizeof changed));
    CHECK(cudaMemcpyToSymbol(squares, &two, sizeof two, 3 * sizeof(int)));
    use<<<1, 1>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("%d %g\n", out[1] == 2, out[2] * 4);
    CHECK(cudaFree(out));
}
