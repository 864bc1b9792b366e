// A texture over pitched memory, with points and a linear filter on float2 texels.
// output: 7 107 3.5 103.5
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

__global__ void read(cudaTextureObject_t point, cudaTextureObject_t linear, float* out) {
    const float2 a = tex2D<float2>(point, 3.5f, 1.5f), b = tex2D<float2>(linear, 2.0f, 1.0f);
    out[0] = a.x, out[1] = a.y, out[2] = b.x, out[3] = b.y;
}

int main() {
    float2 host[2][4], *data;
    float* out;
    size_t pitch = 0;
    for (int i = 0; i < 8; ++i) host[i / 4][i % 4] = make_float2(i, 100 + i);
    CHECK(cudaMallocPitch(&data, &pitch, sizeof host[0], 2));
    CHECK(cudaMemcpy2D(data, pitch, host, sizeof host[0], sizeof host[0], 2, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&out, 4 * sizeof(float)));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = data;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float2>();
    resource.res.pitch2D.width = 4;
    resource.res.pitch2D.height = 2;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t point, linear;
    CHECK(cudaCreateTextureObject(&point, &resource, &description, nullptr));
    description.filterMode = cudaFilterModeLinear;
    CHECK(cudaCreateTextureObject(&linear, &resource, &description, nullptr));
    read<<<1, 1>>>(point, linear, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
    CHECK(cudaDestroyTextureObject(point));
    CHECK(cudaDestroyTextureObject(linear));
    CHECK(cudaFree(data));
    CHECK(cudaFree(out));
}
