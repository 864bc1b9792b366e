// An image is rotated through a texture with normalised coordinates: the usual first texture program.
// output: 0 1024
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

cudaTextureObject_t make_texture(cudaArray_t array, cudaTextureAddressMode mode, cudaTextureFilterMode filter,
                                 bool normalized, cudaTextureReadMode read = cudaReadModeElementType) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    for (auto& axis : description.addressMode) axis = mode;
    description.filterMode = filter;
    description.readMode = read;
    description.normalizedCoords = normalized;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

__global__ void rotate(float* out, cudaTextureObject_t image, int size) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float u = (x + 0.5f) / size - 0.5f, v = (y + 0.5f) / size - 0.5f;
    out[y * size + x] = tex2D<float>(image, -v + 0.5f, u + 0.5f);
}

int main() {
    constexpr int kSize = 32;
    static float host[kSize][kSize];
    for (int i = 0; i < kSize * kSize; ++i) host[i / kSize][i % kSize] = i;
    cudaArray_t array;
    float* out;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&array, &format, kSize, kSize));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, sizeof host[0], sizeof host[0], kSize, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&out, sizeof host));
    const auto texture = make_texture(array, cudaAddressModeWrap, cudaFilterModeLinear, true);
    rotate<<<dim3(2, 2), dim3(16, 16)>>>(out, texture, kSize);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    int wrong = 0, right = 0;
    for (int y = 0; y < kSize; ++y)
        for (int x = 0; x < kSize; ++x) ++(out[y * kSize + x] == host[x][kSize - 1 - y] ? right : wrong);
    printf("%d %d\n", wrong, right);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}
