// C++20: concepts, abbreviated templates, lambdas with template parameters, designated initialisers, <=>, consteval.
// std: c++20
// output: 6 7 8 1 5
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

#include <compare>
#include <concepts>
template <class T>
concept Number = std::integral<T> || std::floating_point<T>;
struct Point {
    int x = 0, y = 0;
    auto operator<=>(const Point&) const = default;
};
constexpr bool kLess = Point{.x = 1, .y = 2} < Point{.x = 1, .y = 3};
template <Number T>
__global__ void add(T* x, T v) { *x += v; }
template <class T>
    requires std::integral<T>
__global__ void set(T* x, T v) { *x = v; }
__device__ auto twice(Number auto v) { return v + v; }
consteval int five() { return 5; }
__global__ void use(int* out) {
    const auto pick = []<class T>(T a, T b) { return a < b ? b : a; };
    out[0] = pick(7, twice(4));
    const Point p{.x = kLess, .y = 2};
    out[1] = p.x;
    out[2] = five();
}

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 5 * sizeof(int)));
    x[0] = 1;
    add<<<1, 1>>>(x, 5);
    set<<<1, 1>>>(x + 1, 7);
    use<<<1, 1>>>(x + 2);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; ++i) printf(i < 4 ? "%d " : "%d\n", x[i]);
    CHECK(cudaFree(x));
}
