// Shared variables whose type and size depend on template parameters; each instance has its own.
// output: 8 2.5 120
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

template <class T, int n, int m = n + 1>
__global__ void reverse(T* x) {
    __shared__ T buffer[n][m];
    constexpr int kLast = n * m - 1;
    __shared__ T flat[kLast + 1];
    const int t = threadIdx.x;
    flat[t] = x[t];
    __syncthreads();
    buffer[t / m][t % m] = flat[kLast - t];
    __syncthreads();
    x[t] = buffer[t / m][t % m];
}
template <class T>
struct Sum {
    template <int n>
    static __device__ T of(const T* x) {
        __shared__ T partial[n];
        partial[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        T sum = 0;
        for (int i = 0; i < n; ++i) sum += partial[i];
        return sum;
    }
};
__global__ void sum(int* x) {
    const int total = Sum<int>::of<16>(x);
    __syncthreads();
    if (threadIdx.x == 0) x[0] = total;
}

int main() {
    int* x;
    float* y;
    CHECK(cudaMallocManaged(&x, 16 * sizeof(int)));
    CHECK(cudaMallocManaged(&y, 6 * sizeof(float)));
    for (int i = 0; i < 16; ++i) x[i] = i;
    for (int i = 0; i < 6; ++i) y[i] = i * 0.5f;
    reverse<int, 3><<<1, 12>>>(x);
    reverse<float, 2><<<1, 6>>>(y);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %g ", x[3], y[0]);
    sum<<<1, 16>>>(x);
    CHECK(cudaDeviceSynchronize());
    printf("%d\n", x[0]);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
