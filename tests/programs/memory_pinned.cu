// Pinned and registered host memory, seen by the device through its own pointer.
// output: 3 4 5 712 713 1
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

__global__ void add(int* x, int v) { *x += v; }

int main() {
    int *pinned, *mapped, *device, *again, registered[4] = {4, 0, 0, 0};
    unsigned flags = 0;
    CHECK(cudaMallocHost(&pinned, sizeof(int)));
    CHECK(cudaHostAlloc(&mapped, sizeof(int), cudaHostAllocMapped | cudaHostAllocPortable));
    CHECK(cudaHostGetDevicePointer(&device, mapped, 0));
    CHECK(cudaHostGetFlags(&flags, mapped));
    *pinned = 1, *mapped = 2;
    add<<<1, 1>>>(pinned, 2);
    add<<<1, 1>>>(device, 2);
    CHECK(cudaGetLastError());
    CHECK(cudaHostRegister(registered, sizeof registered, cudaHostRegisterMapped));
    CHECK(cudaHostGetDevicePointer(reinterpret_cast<void**>(&again), registered, 0));
    add<<<1, 1>>>(again, 1);
    CHECK(cudaDeviceSynchronize());
    const int twice = cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault);
    CHECK(cudaHostUnregister(registered));
    const int gone = cudaHostUnregister(registered);
    cudaGetLastError();
    printf("%d %d %d %d %d %d\n", *pinned, *mapped, registered[0], twice, gone, (flags & cudaHostAllocMapped) != 0);
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFreeHost(mapped));
}
