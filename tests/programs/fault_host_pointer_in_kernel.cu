// Host memory handed to a kernel: a GPU cannot read it. Plain mode reads it, checked mode reports it.
// output: 1
#include <cstdio>
#include <cstdlib>
__global__ void copy(const int* from, int* to) {
    *to = *from;  // expect: device_access
}

int main() {
    int *host = static_cast<int*>(malloc(sizeof(int))), *to;
    *host = 1;
    if (cudaMallocManaged(&to, sizeof(int)) != cudaSuccess) return 1;
    copy<<<1, 1>>>(host, to);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    printf("%d\n", *to);
    free(host);
    return cudaFree(to);
}
