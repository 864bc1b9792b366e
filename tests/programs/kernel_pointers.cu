// Pointers to kernels: variables, arrays, members, results of functions kept in variables, conditional expressions.
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

__global__ void one(int* x) { *x = 1; }
__global__ void two(int* x) { *x = 2; }
template <int v>
__global__ void number(int* x) { *x = v; }

using Kernel = void (*)(int*);
struct Entry {
    const char* name;
    Kernel kernel;
};
Kernel choose(bool first) { return first ? number<5> : number<6>; }

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 6 * sizeof(int)));
    void (*pointer)(int*) = &one;
    pointer<<<1, 1>>>(x);
    const Kernel table[] = {one, two};
    table[1]<<<1, 1>>>(x + 1);
    const Entry entries[] = {{"three", number<3>}};
    entries[0].kernel<<<1, 1>>>(x + 2);
    (x != nullptr ? number<4> : number<3>)<<<1, 1>>>(x + 3);
    const Kernel chosen = choose(true);
    chosen<<<1, 1>>>(x + 4);
    const auto last = choose(false);
    (*last)<<<1, 1>>>(x + 5);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 6; ++i) printf(i < 5 ? "%d " : "%d\n", x[i]);
    CHECK(cudaFree(x));
}
