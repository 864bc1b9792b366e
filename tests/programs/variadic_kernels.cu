// Variadic template kernels: fold expressions, recursion over packs, packs of pointers and of values.
// output: 10 3 24.5 6
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

template <class... T>
__global__ void sum(int* out, T... values) { *out = (values + ...); }
template <class... T>
__global__ void count(int* out, T...) { *out = sizeof...(T); }
__device__ double product() { return 1; }
template <class T, class... Rest>
__device__ double product(T first, Rest... rest) { return first * product(rest...); }
template <class... T>
__global__ void multiply(double* out, T... values) { *out = product(values...); }
template <int... n>
__global__ void constants(int* out) { *out = (n + ... + 0); }
template <class... T>
void launch(T... values) { constants<sizeof(T)...><<<1, 1>>>(values...); }

int main() {
    int* x;
    double* y;
    CHECK(cudaMallocManaged(&x, 3 * sizeof(int)));
    CHECK(cudaMallocManaged(&y, sizeof(double)));
    sum<<<1, 1>>>(x, 1, 2, short(3), 4u);
    count<<<1, 1>>>(x + 1, 1, 2.0f, nullptr);
    multiply<<<1, 1>>>(y, 2, 3.5, 3.5f);
    constants<1, 2, 3><<<1, 1>>>(x + 2);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %g %d\n", x[0], x[1], *y, x[2]);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
