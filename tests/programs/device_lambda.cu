// Extended lambdas passed to a kernel template: captures, several parameters, mutable, __host__ __device__.
// output: 7 12 4 11 9
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

template <class F>
__global__ void for_each(int n, F f) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}
template <class F, class G>
__global__ void compose(int* x, F f, G g) { x[threadIdx.x] = f(g(x[threadIdx.x])); }

int main() {
    const int n = 100, k = 3;
    int* x;
    CHECK(cudaMallocManaged(&x, n * sizeof(int)));
    for_each<<<2, 64>>>(n, [=] __device__(int i) { x[i] = i + k; });
    CHECK(cudaDeviceSynchronize());
    printf("%d ", x[4]);
    const auto twice = [=] __host__ __device__(int v) -> int { return v * 2; };
    compose<<<1, 32>>>(x, twice, [] __device__(int v) { return v + 1; });
    CHECK(cudaDeviceSynchronize());
    printf("%d %d ", x[2], twice(2));
    for_each<<<2, 64>>>(n, [x, k] __device__(int i) mutable {
        int sum = k;
        for (int j = 0; j < i; ++j) sum += j;
        x[i] = sum;
    });
    CHECK(cudaDeviceSynchronize());
    printf("%d ", x[4] + 2);
    auto chosen = [=] __device__(int i) { if (i == 0) x[i] = 9; };
    for_each<<<1, 1>>>(1, chosen);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d\n", x[0]);
    CHECK(cudaFree(x));
}
