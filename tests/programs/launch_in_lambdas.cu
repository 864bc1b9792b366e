// Launches inside lambdas, generic lambdas, std::function, conditional statements and member functions.
// output: 1 2 3 4 5
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

#include <functional>

__global__ void set(int* x, int v) { *x = v; }
struct Runner {
    int* x;
    Runner(int* target) : x(target) { set<<<1, 1>>>(x, 4); }
    void operator()() const { set<<<1, 1>>>(x + 1, 5); }
};

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 5 * sizeof(int)));
    const auto first = [x] { set<<<1, 1>>>(x, 1); };
    const auto generic = [&](auto v) { set<<<1, 1>>>(x + 1, v); };
    const std::function<void(int)> stored = [=](int v) { set<<<1, 1>>>(x + 2, v); };
    first();
    generic(2);
    stored(3);
    if (x != nullptr)
        Runner{x + 3}();
    else
        set<<<1, 1>>>(x, 9);
    for (int i = 0; i < 0; ++i) set<<<1, 1>>>(x, 9);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; ++i) printf(i < 4 ? "%d " : "%d\n", x[i]);
    CHECK(cudaFree(x));
}
