// C++17 in device code: if constexpr, structured bindings, init statements, constexpr lambdas, inline variables, fold.
// output: 4 0.5 3 9 8
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

#include <type_traits>
struct Pair {
    int first;
    float second;
};
__device__ Pair make(int i) { return {i, i * 0.5f}; }
template <class T>
__device__ float half(T v) {
    if constexpr (std::is_integral_v<T>) {
        return v >> 1;
    } else {
        return v * 0.5f;
    }
}
template <auto v>
struct Constant {
    static constexpr auto value = v;
};
__global__ void use(float* out) {
    out[0] = half(9), out[1] = half(1.0f);
    if (auto [first, second] = make(2); first == 2) out[2] = first + second;
    int grid[2][2] = {{1, 2}, {3, 4}};
    auto& [a, b] = grid[1];
    b += 2;
    constexpr auto add = [](int x, int y) { return x + y; };
    out[3] = add(a, grid[1][1]);
    out[4] = Constant<8>::value;
}

int main() {
    float* out;
    CHECK(cudaMallocManaged(&out, 5 * sizeof(float)));
    use<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; ++i) printf(i < 4 ? "%g " : "%g\n", out[i]);
    CHECK(cudaFree(out));
}
