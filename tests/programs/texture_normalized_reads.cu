// Integers of 8 and 16 bits read as normalised floats, points and filtered; signed ones from -1 to 1.
// output: 1 0.2 0.6 -1 -1 0.5 1
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

__global__ void read(cudaTextureObject_t bytes, cudaTextureObject_t filtered, cudaTextureObject_t shorts, float* out) {
    const uchar4 raw = make_uchar4(0, 0, 0, 0);
    out[0] = tex1D<float4>(bytes, 0.5f).x + raw.x;
    out[1] = tex1D<float4>(bytes, 0.5f).w;
    out[2] = tex1D<float4>(filtered, 1.0f).w;
    out[3] = tex1D<float>(shorts, 0.5f), out[4] = tex1D<float>(shorts, 1.5f);
    out[5] = tex1D<float>(shorts, 2.5f), out[6] = tex1D<float>(shorts, 3.5f);
}
template <class T, int n>
cudaArray_t make_array(const T (&host)[n]) {
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    CHECK(cudaMallocArray(&array, &format, n));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, sizeof host, sizeof host, 1, cudaMemcpyHostToDevice));
    return array;
}

int main() {
    const uchar4 colours[] = {{255, 0, 0, 51}, {0, 0, 0, 255}};
    const short numbers[] = {-32768, -32767, 16384, 32767};
    float* out;
    const cudaArray_t a = make_array(colours), b = make_array(numbers);
    CHECK(cudaMallocManaged(&out, 7 * sizeof(float)));
    const auto bytes = make_texture(a, cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
    const auto filtered = make_texture(a, cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat);
    const auto shorts = make_texture(b, cudaAddressModeClamp, cudaFilterModePoint, false, cudaReadModeNormalizedFloat);
    read<<<1, 1>>>(bytes, filtered, shorts, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 7; ++i) printf(i < 6 ? "%.3g " : "%.3g\n", out[i]);
    for (const auto texture : {bytes, filtered, shorts}) CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(a));
    CHECK(cudaFreeArray(b));
    CHECK(cudaFree(out));
}
