// Memory and copies of three dimensions: cudaMalloc3D, cudaMemcpy3D with offsets, cudaMemset3D.
// output: 12 16 1 23 26 7 0
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

__global__ void add(cudaPitchedPtr volume, cudaExtent extent, int v) {
    const size_t slice = volume.pitch * volume.ysize;
    for (size_t z = 0; z < extent.depth; ++z)
        for (size_t y = 0; y < extent.height; ++y) {
            char* row = static_cast<char*>(volume.ptr) + z * slice + y * volume.pitch;
            reinterpret_cast<int*>(row)[threadIdx.x] += v;
        }
}

int main() {
    int host[2][3][4], back[2][3][4], part[2][2];
    for (int i = 0; i < 24; ++i) (&host[0][0][0])[i] = i;
    const cudaExtent extent = make_cudaExtent(4 * sizeof(int), 3, 2);
    cudaPitchedPtr volume;
    CHECK(cudaMalloc3D(&volume, extent));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(host, 4 * sizeof(int), 4, 3);
    copy.dstPtr = volume;
    copy.extent = extent;
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    add<<<1, 4>>>(volume, extent, 3);
    CHECK(cudaGetLastError());
    cudaMemcpy3DParms out = {};
    out.srcPtr = volume;
    out.dstPtr = make_cudaPitchedPtr(back, 4 * sizeof(int), 4, 3);
    out.extent = extent;
    out.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3DAsync(&out, 0));
    CHECK(cudaDeviceSynchronize());
    printf("%d %zu %d %d %d ", static_cast<int>(volume.ysize) * 4, volume.xsize, volume.pitch >= 16,
           back[1][2][0], back[1][2][3]);
    cudaMemcpy3DParms some = {};
    some.srcPtr = volume;
    some.srcPos = make_cudaPos(2 * sizeof(int), 1, 0);
    some.dstPtr = make_cudaPitchedPtr(part, 2 * sizeof(int), 2, 1);
    some.extent = make_cudaExtent(2 * sizeof(int), 1, 2);
    some.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&some));
    CHECK(cudaMemset3D(volume, 0, make_cudaExtent(sizeof(int), 1, 2)));
    CHECK(cudaMemcpy3D(&out));
    printf("%d %d\n", part[1][1] - 15, back[1][0][0]);
    CHECK(cudaFree(volume.ptr));
}
