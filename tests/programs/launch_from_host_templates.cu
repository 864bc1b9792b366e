// Kernels as template arguments and parameters of host templates.
// output: 6 8 10 3
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

#include <utility>

__global__ void add(int* x, int v) { *x += v; }
template <class T>
__global__ void multiply(T* x, T v) { *x *= v; }

template <class Kernel, class... Arguments>
void run(Kernel kernel, Arguments&&... arguments) {
    kernel<<<1, 1>>>(std::forward<Arguments>(arguments)...);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}
template <void (*kernel)(int*, int)>
void run_constant(int* x, int v) {
    kernel<<<1, 1>>>(x, v);
    CHECK(cudaDeviceSynchronize());
}

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, sizeof(int)));
    *x = 1;
    run(add, x, 5);
    printf("%d ", *x);
    run_constant<add>(x, 2);
    printf("%d ", *x);
    *x = 5;
    run(multiply<int>, x, 2);
    printf("%d ", *x);
    *x = 3;
    run_constant<multiply<int>>(x, 1);
    printf("%d\n", *x);
    CHECK(cudaFree(x));
}
