// Device numbers that do not exist, and handles that were destroyed or never made.
// output: 101 101 101 1 400 400 400 0
#include <cstdio>
int main() {
    int value = 0;
    cudaDeviceProp properties;
    float ms = 0;
    cudaEvent_t event, never;
    cudaStream_t stream;
    printf("%d ", cudaSetDevice(1));
    printf("%d ", cudaGetDeviceProperties(&properties, 7));
    printf("%d ", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, -1));
    printf("%d ", cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(12345), 0));
    if (cudaStreamCreate(&stream) != cudaSuccess || cudaStreamDestroy(stream) != cudaSuccess) return 1;
    if (cudaEventCreate(&event) != cudaSuccess || cudaEventCreate(&never) != cudaSuccess) return 1;
    printf("%d ", cudaStreamDestroy(nullptr));
    printf("%d ", cudaEventElapsedTime(&ms, event, never));
    if (cudaEventDestroy(event) != cudaSuccess || cudaEventDestroy(never) != cudaSuccess) return 1;
    printf("%d ", cudaEventRecord(nullptr));
    cudaGetLastError();
    printf("%d\n", cudaGetLastError());
}
