// CUDA 13's forms of prefetching and advice, which name a location.
// output: 5
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
    int* x;
    CHECK(cudaMallocManaged(&x, sizeof(int)));
    cudaMemLocation device = {}, host = {};
    device.type = cudaMemLocationTypeDevice;
    host.type = cudaMemLocationTypeHost;
    *x = 5;
    CHECK(cudaMemAdvise(x, sizeof(int), cudaMemAdviseSetReadMostly, device));
    CHECK(cudaMemPrefetchAsync(x, sizeof(int), device, 0));
    CHECK(cudaMemPrefetchAsync(x, sizeof(int), host, 0, 0));
    CHECK(cudaDeviceSynchronize());
    printf("%d\n", *x);
    CHECK(cudaFree(x));
}
