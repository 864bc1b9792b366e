// Wrap, mirror, clamp and border with normalised coordinates; wrap with coordinates in texels is clamp.
// output: wrap 1 3 0 1.5
// output: mirror 2 0 0 0
// output: clamp 3 3 0 0
// output: border 0 0 0 0
// output: texels 3
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

__global__ void read(cudaTextureObject_t point, cudaTextureObject_t linear, float* out) {
    out[0] = tex1D<float>(point, 1.3f);
    out[1] = tex1D<float>(point, 1.8f) + 0 * tex1D<float>(point, 0.3f);
    out[2] = tex1D<float>(point, -2.0f);
    out[3] = tex1D<float>(linear, 0.0f);
}
__global__ void read_texels(cudaTextureObject_t point, float* out) { out[0] = tex1D<float>(point, 5.0f); }

int main() {
    const float host[] = {0, 1, 2, 3};
    float* out;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&array, &format, 4));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, 16, 16, 1, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&out, 4 * sizeof(float)));
    const struct {
        const char* name;
        cudaTextureAddressMode mode;
    } modes[] = {{"wrap", cudaAddressModeWrap},
                 {"mirror", cudaAddressModeMirror},
                 {"clamp", cudaAddressModeClamp},
                 {"border", cudaAddressModeBorder}};
    for (const auto& mode : modes) {
        const auto point = make_texture(array, mode.mode, cudaFilterModePoint, true);
        const auto linear = make_texture(array, mode.mode, cudaFilterModeLinear, true);
        read<<<1, 1>>>(point, linear, out);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
        printf("%s %g %g %g %g\n", mode.name, out[0], out[1], out[2], out[3]);
        CHECK(cudaDestroyTextureObject(point));
        CHECK(cudaDestroyTextureObject(linear));
    }
    const auto texels = make_texture(array, cudaAddressModeWrap, cudaFilterModePoint, false);
    read_texels<<<1, 1>>>(texels, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("texels %g\n", out[0]);
    CHECK(cudaDestroyTextureObject(texels));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}
