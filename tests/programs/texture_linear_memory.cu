// A texture over linear memory: tex1Dfetch of several types; indices outside give 0.
// output: 3 0 0 6 7 -2
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

template <class T>
cudaTextureObject_t make_texture(T* data, size_t bytes) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.desc = cudaCreateChannelDesc<T>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}
__global__ void read(cudaTextureObject_t floats, cudaTextureObject_t quads, cudaTextureObject_t bytes, float* out) {
    out[0] = tex1Dfetch<float>(floats, 3);
    out[1] = tex1Dfetch<float>(floats, 4);
    out[2] = tex1Dfetch<float>(floats, -1);
    const int4 quad = tex1Dfetch<int4>(quads, 1);
    out[3] = quad.z, out[4] = quad.w;
    signed char byte;
    tex1Dfetch(&byte, bytes, 1);
    out[5] = byte;
}

int main() {
    float *floats, *out;
    int4* quads;
    signed char* bytes;
    CHECK(cudaMallocManaged(&floats, 4 * sizeof(float)));
    CHECK(cudaMallocManaged(&out, 6 * sizeof(float)));
    CHECK(cudaMallocManaged(&quads, 2 * sizeof(int4)));
    CHECK(cudaMallocManaged(&bytes, 2));
    for (int i = 0; i < 4; ++i) floats[i] = i;
    quads[0] = make_int4(0, 1, 2, 3), quads[1] = make_int4(4, 5, 6, 7);
    bytes[0] = 1, bytes[1] = -2;
    const cudaTextureObject_t a = make_texture(floats, 16), b = make_texture(quads, 32), c = make_texture(bytes, 2);
    read<<<1, 1>>>(a, b, c, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 6; ++i) printf(i < 5 ? "%g " : "%g\n", out[i]);
    for (const auto texture : {a, b, c}) CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(floats));
    CHECK(cudaFree(out));
    CHECK(cudaFree(quads));
    CHECK(cudaFree(bytes));
}
