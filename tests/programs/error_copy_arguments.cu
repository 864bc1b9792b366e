// Copies that do not fit, go the wrong way, or start from nothing.
// output: 1 1 1 1 21 12 1 0 0
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
    int host[8] = {}, *device = nullptr;
    CHECK(cudaMalloc(&device, 4 * sizeof(int)));
    printf("%d ", cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));  // expect: copy_size
    printf("%d ", cudaMemcpy(host, device + 3, 2 * sizeof(int), cudaMemcpyDeviceToHost));  // expect: copy_size
    printf("%d ", cudaMemcpy(host, device, 4, cudaMemcpyHostToDevice));  // expect: copy_direction
    printf("%d ", cudaMemset(device, 0, 17));  // expect: copy_size
    printf("%d ", cudaMemcpy(device, host, 4, static_cast<cudaMemcpyKind>(7)));
    printf("%d ", cudaMemcpy2D(device, 4, host, 8, 8, 1, cudaMemcpyHostToDevice));  // expect: copy_size
    printf("%d ", cudaMemcpy(device, nullptr, 4, cudaMemcpyHostToDevice));  // expect: copy_direction
    printf("%d ", cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
    printf("%d\n", cudaMemcpy(device, host, 16, cudaMemcpyHostToDevice));
    cudaGetLastError();
    CHECK(cudaFree(device));
}
