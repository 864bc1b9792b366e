// Template kernels launched from templates, with dependent types and values.
// output: 14 2.5 12
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

template <typename T, int N>
__global__ void scale(T* x, T factor) {
    if (threadIdx.x < N) x[threadIdx.x] *= factor;
}
template <typename T>
struct Traits {
    using Value = T;
    static constexpr int kCount = 4;
};
template <template <typename> class Holder, typename T>
void run(T* x, T factor) {
    using Value = typename Holder<T>::Value;
    scale<typename Holder<T>::Value, Holder<T>::kCount><<<1, (Holder<T>::kCount > 2) ? 32 : 16>>>(x, Value(factor));
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

int main() {
    int* x;
    float* y;
    CHECK(cudaMallocManaged(&x, 4 * sizeof(int)));
    CHECK(cudaMallocManaged(&y, 4 * sizeof(float)));
    for (int i = 0; i < 4; ++i) x[i] = 7, y[i] = 1.25f;
    run<Traits>(x, 2);
    run<Traits, float>(y, 2.0f);
    printf("%d %g ", x[3], y[0]);
    x[1] = 6;
    scale<int, (3 > 2)><<<1, 32>>>(x + 1, 2);
    CHECK(cudaDeviceSynchronize());
    printf("%d\n", x[1]);
    CHECK(cudaFree(x));
    CHECK(cudaFree(y));
}
