// A two-dimensional texture with point sampling and clamped coordinates in texels.
// output: 0 5 5 11 0 11
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

__global__ void read(cudaTextureObject_t t, float* out) {
    out[0] = tex2D<float>(t, 0.0f, 0.0f);
    out[1] = tex2D<float>(t, 1.5f, 1.5f);
    out[2] = tex2D<float>(t, 1.999f, 1.0f);
    out[3] = tex2D<float>(t, 3.5f, 2.5f);
    out[4] = tex2D<float>(t, -7.0f, -0.1f);
    tex2D(&out[5], t, 100.0f, 50.0f);
}

int main() {
    float host[12], *out;
    for (int i = 0; i < 12; ++i) host[i] = i;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&array, &format, 4, 3));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 3, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&out, 6 * sizeof(float)));
    const auto texture = make_texture(array, cudaAddressModeClamp, cudaFilterModePoint, false);
    read<<<1, 1>>>(texture, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 6; ++i) printf(i < 5 ? "%g " : "%g\n", out[i]);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}
