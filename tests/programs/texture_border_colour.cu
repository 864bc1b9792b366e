// The colour beyond the border, for points and blended by a linear filter.
// output: 9 9 4 6.5
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
    out[0] = tex2D<float>(point, -0.5f, 0.5f);
    out[1] = tex2D<float>(point, 0.5f, 2.0f);
    out[2] = tex2D<float>(point, 1.5f, 1.5f);
    out[3] = tex2D<float>(linear, 2.0f, 1.5f);
}

int main() {
    const float host[] = {1, 2, 3, 4};
    float* out;
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK(cudaMallocArray(&array, &format, 2, 2));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, 8, 8, 2, cudaMemcpyHostToDevice));
    CHECK(cudaMallocManaged(&out, 4 * sizeof(float)));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeBorder;
    description.borderColor[0] = 9;
    cudaTextureObject_t point, linear;
    CHECK(cudaCreateTextureObject(&point, &resource, &description, nullptr));
    description.filterMode = cudaFilterModeLinear;
    CHECK(cudaCreateTextureObject(&linear, &resource, &description, nullptr));
    read<<<1, 1>>>(point, linear, out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
    cudaTextureDesc read_back;
    CHECK(cudaGetTextureObjectTextureDesc(&read_back, linear));
    if (read_back.borderColor[0] != 9) return 1;
    CHECK(cudaDestroyTextureObject(point));
    CHECK(cudaDestroyTextureObject(linear));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(out));
}
