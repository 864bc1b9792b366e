// A texture of three dimensions: points, a linear filter, clamping in the third.
// output: 21 13.5 22 19
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
    out[0] = tex3D<float>(point, 1.5f, 2.5f, 1.5f);
    out[1] = tex3D<float>(linear, 2.0f, 1.5f, 1.0f) + 2;
    out[2] = tex3D<float>(point, 2.5f, 9.0f, 9.0f);
    tex3D(&out[3], linear, 3.5f, 1.5f, 1.5f);
}

int main() {
    float host[24], *out;
    for (int i = 0; i < 24; ++i) host[i] = i;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const cudaExtent extent = make_cudaExtent(4, 3, 2);
    CHECK(cudaMalloc3DArray(&array, &format, extent));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, 4 * sizeof(float), 4, 3);
    copy.dstArray = array;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    CHECK(cudaMallocManaged(&out, 4 * sizeof(float)));
    const auto point = make_texture(array, cudaAddressModeClamp, cudaFilterModePoint, false);
    const auto linear = make_texture(array, cudaAddressModeClamp, cudaFilterModeLinear, false);
    read<<<1, 1>>>(point, linear, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
    CHECK(cudaDestroyTextureObject(point));
    CHECK(cudaDestroyTextureObject(linear));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}
