// Layered textures of one and two dimensions: no filter between layers, layers clamped.
// output: 5 9.5 11 2.5 7
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

__global__ void read(cudaTextureObject_t rows, cudaTextureObject_t images, float* out) {
    out[0] = tex2DLayered<float>(images, 1.5f, 0.5f, 1);
    out[1] = tex2DLayered<float>(images, 1.0f, 1.0f, 2);
    out[2] = tex2DLayered<float>(images, 1.5f, 1.5f, 7);
    out[3] = tex1DLayered<float>(rows, 3.0f, 0);
    tex1DLayered(&out[4], rows, 3.5f, 1);
}
cudaArray_t make_array(float* host, cudaExtent extent) {
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMalloc3DArray(&array, &format, extent, cudaArrayLayered));
    cudaMemcpy3DParms copy = {};
    const size_t rows = extent.height > 0 ? extent.height : 1;
    copy.srcPtr = make_cudaPitchedPtr(host, extent.width * sizeof(float), extent.width, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(extent.width, rows, extent.depth);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    return array;
}

int main() {
    float host[12], *out;
    for (int i = 0; i < 12; ++i) host[i] = i;
    const cudaArray_t row_array = make_array(host, make_cudaExtent(4, 0, 2));
    const cudaArray_t image_array = make_array(host, make_cudaExtent(2, 2, 3));
    CHECK(cudaMallocManaged(&out, 5 * sizeof(float)));
    const auto rows = make_texture(row_array, cudaAddressModeClamp, cudaFilterModeLinear, false);
    const auto images = make_texture(image_array, cudaAddressModeClamp, cudaFilterModeLinear, false);
    read<<<1, 1>>>(rows, images, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; ++i) printf(i < 4 ? "%g " : "%g\n", out[i]);
    CHECK(cudaDestroyTextureObject(rows));
    CHECK(cudaDestroyTextureObject(images));
    CHECK(cudaFreeArray(row_array));
    CHECK(cudaFreeArray(image_array));
    CHECK(cudaFree(out));
}
