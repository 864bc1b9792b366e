// Variables that each side may use: its own, managed ones, constants, registered ones, and symbols by their copies.
// output: 10 20 7 33 5
#include <cstdio>

__device__ int counter = 4;
__constant__ int limits[2];
__managed__ int shared_by_both = 1;
__device__ const int kStep = 5;
const int kFactor = 2;
static int registered[4];
int host_only = 3, copied = 0;
#define ON_DEVICE __device__
ON_DEVICE int behind_macro = 7;
auto twice = [] __device__ (int x) { return 2 * x; };

__global__ void work(int* values) {
    counter += limits[1] + kStep;
    shared_by_both = counter * kFactor;
    values[1] = behind_macro;
}

template <class F>
__global__ void apply(F f, int* values) {
    values[2] = f(values[1]);
}

int main() {
    const int host[2] = {0, 1};
    cudaMemcpyToSymbol(limits, host, sizeof host);
    cudaHostRegister(registered, sizeof registered, cudaHostRegisterDefault);
    int* values;
    cudaHostGetDevicePointer(&values, registered, 0);
    work<<<1, 1>>>(values);
    apply<<<1, 1>>>(twice, values);
    cudaDeviceSynchronize();
    host_only += 30;
    cudaMemcpyFromSymbol(&copied, counter, sizeof copied);
    printf("%d %d %d %d %d\n", copied, shared_by_both, registered[2] / 2, host_only, kStep);
    cudaHostUnregister(registered);
}
