// Texels of every integer type with one, two and four components, and halves that are read as floats.
// output: -3 250 -300 60000 -70000 4000000000 5 6 1.5 -2
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

__global__ void read(const cudaTextureObject_t* t, double* out) {
    out[0] = tex1D<signed char>(t[0], 1.5f);
    out[1] = tex1D<uchar2>(t[1], 0.5f).y;
    out[2] = tex1D<short4>(t[2], 0.5f).w;
    out[3] = tex1D<unsigned short>(t[3], 0.5f);
    out[4] = tex1D<int2>(t[4], 0.5f).x;
    out[5] = tex1D<uint4>(t[5], 0.5f).z;
    out[6] = tex1D<char1>(t[0], 0.5f).x;
    out[7] = tex1D<int>(t[6], 0.5f);
    out[8] = tex1D<float2>(t[7], 0.5f).x, out[9] = tex1D<float2>(t[7], 0.5f).y;
}
cudaArray_t make_array(const void* host, size_t bytes, size_t texels, cudaChannelFormatDesc format) {
    cudaArray_t array;
    CHECK(cudaMallocArray(&array, &format, texels));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, bytes, bytes, 1, cudaMemcpyHostToDevice));
    return array;
}

int main() {
    const signed char chars[] = {5, -3};
    const uchar2 bytes{1, 250};
    const short4 shorts{1, 2, 3, -300};
    const unsigned short wide = 60000, halves[] = {0x3e00, 0xc000};
    const int2 ints{-70000, 1};
    const uint4 words{1, 2, 4000000000u, 3};
    const int six = 6;
    constexpr int kArrays = 8;
    const cudaArray_t arrays[kArrays] = {
        make_array(chars, 2, 2, cudaCreateChannelDesc<signed char>()),
        make_array(&bytes, 2, 1, cudaCreateChannelDesc<uchar2>()),
        make_array(&shorts, 8, 1, cudaCreateChannelDesc<short4>()),
        make_array(&wide, 2, 1, cudaCreateChannelDesc<unsigned short>()),
        make_array(&ints, 8, 1, cudaCreateChannelDesc<int2>()),
        make_array(&words, 16, 1, cudaCreateChannelDesc<uint4>()),
        make_array(&six, 4, 1, cudaCreateChannelDesc<int1>()),
        make_array(halves, 4, 1, cudaCreateChannelDescHalf2())};
    cudaTextureObject_t* textures;
    double* out;
    CHECK(cudaMallocManaged(&textures, kArrays * sizeof(*textures)));
    CHECK(cudaMallocManaged(&out, 10 * sizeof(double)));
    for (int i = 0; i < kArrays; ++i)
        textures[i] = make_texture(arrays[i], cudaAddressModeClamp, cudaFilterModePoint, false);
    read<<<1, 1>>>(textures, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 10; ++i) printf(i < 9 ? "%.10g " : "%.10g\n", out[i]);
    for (int i = 0; i < kArrays; ++i) {
        CHECK(cudaDestroyTextureObject(textures[i]));
        CHECK(cudaFreeArray(arrays[i]));
    }
    CHECK(cudaFree(textures));
    CHECK(cudaFree(out));
}
