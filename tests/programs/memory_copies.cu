// Every kind of copy, the default kind, copies between places of the same array, to the same device, and memset.
// output: 5 5 5 5 0x01010101 8 0
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
    int *a, *b, *managed, host[4] = {5, 6, 7, 8}, back[4] = {}, other[4] = {};
    unsigned filled = 0;
    CHECK(cudaMalloc(&a, sizeof host));
    CHECK(cudaMalloc(&b, sizeof host));
    CHECK(cudaMallocManaged(&managed, sizeof host));
    CHECK(cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(b, a, sizeof host, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(back, b, sizeof host, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(other, back, sizeof host, cudaMemcpyHostToHost));
    printf("%d %d ", back[0], other[0]);
    CHECK(cudaMemcpy(managed, b, sizeof host, cudaMemcpyDefault));
    CHECK(cudaMemcpyPeer(b, 0, a, 0, sizeof host));
    CHECK(cudaMemcpyPeerAsync(b, 0, a, 0, sizeof host));
    CHECK(cudaMemcpyAsync(back, b, sizeof host, cudaMemcpyDefault));
    CHECK(cudaDeviceSynchronize());
    printf("%d %d ", managed[0], back[0]);
    CHECK(cudaMemset(a, 1, sizeof host));
    CHECK(cudaMemcpy(&filled, a + 3, 4, cudaMemcpyDeviceToHost));
    printf("0x%08x ", filled);
    CHECK(cudaMemsetAsync(a, 0, 2 * sizeof(int), cudaStreamPerThread));
    CHECK(cudaMemcpy(b + 1, a, sizeof(int), cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(back, b, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d %d\n", back[3], back[1]);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
    CHECK(cudaFree(managed));
}
