// Kernels in nested, inline and unnamed namespaces, through using declarations and aliases.
// output: 1 2 3 4 5 6
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

namespace outer {
namespace inner {
__global__ void set(int* x, int v) { *x = v; }
}  // namespace inner
inline namespace version {
__global__ void put(int* x, int v) { *x = v; }
}  // namespace version
}  // namespace outer
namespace a::b::c {
template <int v>
__global__ void set(int* x) { *x = v; }
}  // namespace a::b::c
namespace {
__global__ void hidden(int* x) { *x = 4; }
}  // namespace
static __global__ void at_file_scope(int* x) { *x = 5; }
namespace alias = outer::inner;

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 6 * sizeof(int)));
    outer::inner::set<<<1, 1>>>(x, 1);
    outer::put<<<1, 1>>>(x + 1, 2);
    a::b::c::set<3><<<1, 1>>>(x + 2);
    hidden<<<1, 1>>>(x + 3);
    ::at_file_scope<<<1, 1>>>(x + 4);
    {
        using namespace alias;
        using outer::inner::set;
        set<<<1, 1>>>(x + 5, 6);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 6; ++i) printf(i < 5 ? "%d " : "%d\n", x[i]);
    CHECK(cudaFree(x));
}
