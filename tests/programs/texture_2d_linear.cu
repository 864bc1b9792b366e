// Linear filtering: texel centres at halves, weights in steps of 1/256, clamped at the edge.
// output: 0 2.5 1 5 0.25 0.00390625 0.0078125 2.5 2.5
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
    out[0] = tex2D<float>(t, 0.5f, 0.5f);
    out[1] = tex2D<float>(t, 1.0f, 1.0f);
    out[2] = tex2D<float>(t, 1.5f, 0.5f);
    out[3] = tex2D<float>(t, 9.0f, 9.0f);
    out[4] = tex2D<float>(t, 0.75f, 0.5f);
    out[5] = tex2D<float>(t, 0.5f + 1.4f / 256, 0.5f);
    out[6] = tex2D<float>(t, 0.5f + 1.6f / 256, 0.5f);
    out[7] = tex2DLod<float>(t, 1.0f, 1.0f, 0.0f);
    out[8] = tex2DGrad<float>(t, 1.0f, 1.0f, make_float2(0, 0), make_float2(0, 0));
}

int main() {
    const float host[] = {0, 1, 4, 5};
    float* out;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    CHECK(cudaMallocArray(&array, &format, 2, 2));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 2, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&out, 9 * sizeof(float)));
    const auto texture = make_texture(array, cudaAddressModeClamp, cudaFilterModeLinear, false);
    read<<<1, 1>>>(texture, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 9; ++i) printf(i < 8 ? "%g " : "%g\n", out[i]);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}
