// A compile error names the user's line, behind all kinds of rewritten code.
// compile-error: compile_error_line.cu:17:
#include <cstdio>
#define LAUNCH(k, x) \
    k<<<1, 1>>>(x)
__global__ void k(int* x) {
    __shared__ int a[2],
        b[3];
    a[0] = b[0] = 0;
    *x = a[0] + b[0];
}
int main() {
    LAUNCH(k,
           nullptr);
    k<<<1,
        1>>>(nullptr);
    undefined_name = 3;
}
