// Kernel arguments of many types: structs, arrays in structs, enums, bool, char, pointers to pointers, 4 KiB by value.
// output: 46 1023 3
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

enum class Mode : unsigned char { off, on = 2 };
struct Table {
    int values[1000];
};
struct Mixed {
    char c;
    double d;
    short s[3];
};
__global__ void mixed(int* out, char c, bool b, Mode m, Mixed x, const int* const* pp, float2 f, unsigned long long u) {
    *out = c + b + static_cast<int>(m) + x.c + static_cast<int>(x.d) + x.s[2] + **pp + static_cast<int>(f.y + u);
}
__global__ void large(int* out, Table table, int last) { *out = table.values[999] + last; }
__global__ void changed(int* out, int v) {
    v += 1;  // a thread's own copy
    if (threadIdx.x == 3) *out = v;
}

int main() {
    int *x, **pp;
    CHECK(cudaMallocManaged(&x, 4 * sizeof(int)));
    CHECK(cudaMallocManaged(&pp, sizeof(int*)));
    x[3] = 10;
    *pp = x + 3;
    Mixed m{1, 2.5, {0, 0, 3}};
    mixed<<<1, 1>>>(x, 'A' - 60, true, Mode::on, m, pp, make_float2(0, 7), 15ull);
    static Table table;
    table.values[999] = 1000;
    large<<<1, 1>>>(x + 1, table, 23);
    changed<<<1, 32>>>(x + 2, 2);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d %d\n", x[0], x[1], x[2]);
    CHECK(cudaFree(x));
    CHECK(cudaFree(pp));
}
