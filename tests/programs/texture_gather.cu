// Gathering one component of the four texels around a point, in CUDA's order.
// output: 4 5 1 0
// output: 14 15 11 10
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

__global__ void read(cudaTextureObject_t t, float4* out) {
    out[0] = tex2Dgather<float4>(t, 1.0f, 1.0f);
    out[1] = tex2Dgather<float4>(t, 1.0f, 1.0f, 1);
}

int main() {
    float2 host[2][4];
    float4* out;
    for (int i = 0; i < 8; ++i) host[i / 4][i % 4] = make_float2(i, 10 + i);
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>();
    CHECK(cudaMallocArray(&array, &format, 4, 2, cudaArrayTextureGather));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, sizeof host[0], sizeof host[0], 2, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&out, 2 * sizeof(float4)));
    const auto texture = make_texture(array, cudaAddressModeClamp, cudaFilterModePoint, false);
    read<<<1, 1>>>(texture, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 2; ++i) printf("%g %g %g %g\n", out[i].x, out[i].y, out[i].z, out[i].w);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}
