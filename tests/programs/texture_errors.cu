// What is no texture: missing descriptions, formats without texels, a filter on integers, objects destroyed twice.
// output: 1 20 26 1 0 1
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

int main() {
    cudaArray_t array, none;
    const cudaChannelFormatDesc ints = cudaCreateChannelDesc<int>(), doubles = cudaCreateChannelDesc<double>();
    cudaTextureObject_t texture = 0;
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    CHECK(cudaMallocArray(&array, &ints, 4, 4));
    printf("%d ", cudaCreateTextureObject(&texture, &resource, nullptr, nullptr));
    printf("%d ", cudaMallocArray(&none, &doubles, 4, 4));
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    description.filterMode = cudaFilterModeLinear;
    printf("%d ", cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    description.filterMode = cudaFilterModePoint;
    resource.res.array.array = nullptr;
    printf("%d ", cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    resource.res.array.array = array;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    printf("%d ", cudaDestroyTextureObject(texture));
    printf("%d\n", cudaDestroyTextureObject(texture));
    cudaGetLastError();
    CHECK(cudaFreeArray(array));
}
