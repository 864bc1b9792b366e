// Function objects as kernel arguments: state, templates, inheritance, nested members.
// output: 11 25 -3 8
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

struct Offset {
    int value;
    __host__ __device__ int operator()(int x) const { return x + value; }
};
template <class F>
struct Twice {
    F f;
    __device__ int operator()(int x) const { return f(f(x)); }
};
struct Negate : Offset {
    __host__ __device__ explicit Negate(int v) : Offset{v} {}
    __device__ int operator()(int x) const { return -Offset::operator()(x); }
};
struct Square {
    template <class T>
    __device__ T operator()(T x) const { return x * x; }
};
template <class F>
__global__ void apply(int* x, F f) { x[threadIdx.x] = f(x[threadIdx.x]); }

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 4 * sizeof(int)));
    x[0] = 1, x[1] = 5, x[2] = 1, x[3] = 2;
    apply<<<1, 1>>>(x, Twice<Offset>{{5}});
    apply<<<1, 1>>>(x + 1, Square());
    apply<<<1, 1>>>(x + 2, Negate(2));
    apply<<<1, 1>>>(x + 3, Twice<Twice<Offset>>{{{1}}});
    apply<<<1, 1>>>(x + 3, Offset{2});
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d %d\n", x[0], x[1], x[2], x[3]);
    CHECK(cudaFree(x));
}
