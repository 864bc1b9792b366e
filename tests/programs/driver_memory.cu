// The driver API for devices, contexts and memory, beside launches of the runtime.
// output: 1 1 15 0x07070707 700 an illegal memory access was encountered
// output: 1 1
#include <cuda.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                          \
    do {                                                     \
        const CUresult result = (call);                      \
        if (result != CUDA_SUCCESS) {                        \
            printf("line %d: %d\n", __LINE__, (int)result);  \
            exit(1);                                         \
        }                                                    \
    } while (0)

__global__ void add(int* x, int v) { x[threadIdx.x] += v; }

int main() {
    int count = 0, host[4] = {1, 2, 3, 4}, back[4] = {};
    unsigned filled = 0;
    char name[64] = {};
    const char* text = nullptr;
    CUdevice device;
    CUdeviceptr a, b;
    CHECK(cuInit(0));
    CHECK(cuDeviceGetCount(&count));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDeviceGetName(name, sizeof name, device));
    CHECK(cuMemAlloc(&a, sizeof host));
    CHECK(cuMemAlloc(&b, sizeof host));
    CHECK(cuMemcpyHtoD(a, host, sizeof host));
    add<<<1, 4>>>(reinterpret_cast<int*>(a), 11);
    CHECK(cuCtxSynchronize());
    CHECK(cuMemcpyDtoD(b, a, sizeof host));
    CHECK(cuMemcpyDtoH(back, b, sizeof host));
    CHECK(cuMemsetD8(a, 7, sizeof host));
    CHECK(cuMemcpyDtoH(&filled, a, sizeof filled));
    CHECK(cuGetErrorString(CUDA_ERROR_ILLEGAL_ADDRESS, &text));
    printf("%d %d %d 0x%08x %d %s\n", count, name[0] != '\0', back[3], filled, CUDA_ERROR_ILLEGAL_ADDRESS, text);
    CHECK(cuMemsetD32(a, 1, 4));
    CHECK(cuMemcpyDtoH(back, a, sizeof host));
    printf("%d %d\n", back[0], back[3]);
    CHECK(cuMemFree(a));
    CHECK(cuMemFree(b));
}
