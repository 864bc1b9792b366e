// Launches by function call, with packed arguments of several types.
// output: 12 2.5 30 9
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

__global__ void add(int* x, int v, float* y, double w) {
    atomicAdd(x, v);
    if (threadIdx.x == 0 && blockIdx.x == 0) *y = static_cast<float>(w);
}
template <class T>
__global__ void set(T* x, T v) { *x = v; }

int main() {
    int* x;
    float* y;
    CHECK(cudaMallocManaged(&x, 2 * sizeof(int)));
    CHECK(cudaMallocManaged(&y, sizeof(float)));
    *x = 0;
    int v = 3, thirty = 30;
    double w = 2.5;
    void* arguments[] = {&x, &v, &y, &w};
    CHECK(cudaLaunchKernel((const void*)add, dim3(2), dim3(2), arguments, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    printf("%d %g ", *x, *y);
    int* second = x + 1;
    void* more[] = {&second, &thirty};
    CHECK(cudaLaunchKernel((void*)set<int>, 1, 1, more, 0, 0));
    CHECK(cudaDeviceSynchronize());
    printf("%d ", x[1]);
    printf("%d\n", cudaLaunchKernel(set<int>, dim3(1), dim3(2048), more));  // expect: launch_error
    cudaGetLastError();
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
