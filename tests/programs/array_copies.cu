// Copies to, from and between arrays, in parts, and what an array says of itself.
// output: 1 6 14 0 9
// output: 32 0 4 3 0 2
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

int main() {
    int host[3][4], back[3][4], part[2][2] = {};
    for (int i = 0; i < 12; ++i) host[i / 4][i % 4] = i + 1;
    cudaArray_t a, b;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    CHECK(cudaMallocArray(&a, &format, 4, 3));
    CHECK(cudaMallocArray(&b, &format, 4, 3));
    CHECK(cudaMemcpy2DToArray(a, 0, 0, host, sizeof host[0], sizeof host[0], 3, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, sizeof host[0], 3, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy2DFromArray(part, sizeof part[0], b, sizeof(int), 1, sizeof part[0], 2, cudaMemcpyDeviceToHost));
    const int two[2] = {14, 0};
    CHECK(cudaMemcpy2DToArrayAsync(b, 2 * sizeof(int), 2, two, 8, 8, 1, cudaMemcpyHostToDevice, 0));
    CHECK(cudaMemcpy2DFromArrayAsync(back, sizeof back[0], b, 0, 0, sizeof back[0], 3, cudaMemcpyDeviceToHost, 0));
    CHECK(cudaStreamSynchronize(0));
    printf("%d %d %d %d %d\n", back[0][0], part[0][0], back[2][2], back[2][3], back[2][0]);
    cudaChannelFormatDesc known, same;
    cudaExtent extent;
    unsigned flags = 9;
    CHECK(cudaArrayGetInfo(&known, &extent, &flags, a));
    CHECK(cudaGetChannelDesc(&same, a));
    cudaArray_t gathered;
    CHECK(cudaMallocArray(&gathered, &format, 4, 4, cudaArrayTextureGather | cudaArraySurfaceLoadStore));
    const int misplaced = cudaMemcpy2DToArray(a, 0, 2, host, sizeof host[0], sizeof host[0], 2, cudaMemcpyHostToDevice);
    cudaGetLastError();
    printf("%d %d %zu %zu %u %d\n", known.x, same.y, extent.width, extent.height, flags, misplaced * 2);
    CHECK(cudaFreeArray(a));
    CHECK(cudaFreeArray(b));
    CHECK(cudaFreeArray(gathered));
    CHECK(cudaFreeArray(nullptr));
}
