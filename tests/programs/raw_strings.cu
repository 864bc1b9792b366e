// Raw strings, ordinary strings and characters that look like CUDA are left alone.
// output: k<<<1, 2>>>(x); __shared__ int a[4]; "quoted"
// output: __global__ void f() { /* no comment */ }
// output: // <<<"')
// output: 39
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

__global__ void use(int* out) { *out = '\'' + u8"<<<"[0] * 0 + sizeof(R"(>>>)") * 0; }
constexpr char kPrefix = '"';

int main() {
    int* out;
    CHECK(cudaMallocManaged(&out, sizeof(int)));
    printf("%s\n", R"(k<<<1, 2>>>(x); __shared__ int a[4]; "quoted")");
    printf("%s\n", R"end(__global__ void f() { /* no comment */ })end");
    printf("// <<<%c')\n", kPrefix);
    use<<<1, 1>>>(out);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d\n", *out);
    CHECK(cudaFree(out));
}
