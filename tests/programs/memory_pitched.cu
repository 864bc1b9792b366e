// Pitched memory: allocation, copies of two dimensions both ways, memset of a part, rows reached through the pitch.
// output: 1 28 7 0 99
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

__global__ void twice(float* image, size_t pitch, int width, int height) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(image) + y * pitch);
    row[x] *= 2;
}

int main() {
    constexpr int kWidth = 5, kHeight = 3;
    float host[kHeight][kWidth], back[kHeight][kWidth + 1], *image;
    size_t pitch = 0;
    for (int i = 0; i < kWidth * kHeight; ++i) host[i / kWidth][i % kWidth] = i;
    for (auto& row : back) row[kWidth] = 99;
    CHECK(cudaMallocPitch(&image, &pitch, kWidth * sizeof(float), kHeight));
    CHECK(cudaMemcpy2D(image, pitch, host, sizeof host[0], sizeof host[0], kHeight, cudaMemcpyHostToDevice));
    twice<<<dim3(1, 1), dim3(8, 8)>>>(image, pitch, kWidth, kHeight);
    CHECK(cudaGetLastError());
    CHECK(cudaMemset2D(image, pitch, 0, sizeof(float), 2));
    CHECK(cudaMemcpy2DAsync(back, sizeof back[0], image, pitch, sizeof host[0], kHeight, cudaMemcpyDeviceToHost, 0));
    CHECK(cudaStreamSynchronize(0));
    printf("%d %g %g %g %g\n", pitch % 32 == 0 && pitch >= sizeof host[0], back[2][4], back[2][0] - 13, back[1][0],
           back[2][5]);
    CHECK(cudaFree(image));
}
