// Line splices inside names, launches, comments, macros and strings.
// output: 9 spliced 31
// a comment that goes on \
   int this is no code <<<
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

#define LAUNCH(kernel, x, v)  \
    kernel<<<1,               \
             1>>>(x,          \
                  v)
__glo\
bal__ void set(int* x, int v) { *x = v; }

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, sizeof(int)));
    LAUNCH(set, x, 9);
    CHECK(cudaDeviceSynchronize());
    printf("%d %s ", *x, "spl\
iced");
    set<<<1, \
        1>>>(x, \
31);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d\n", *x);
    CHECK(cudaFree(x));
}
