// Grids that are empty or too large; the largest ones of each dimension are right.
// output: 9 9 9 9 0
#include <cstdio>
__global__ void nothing() {}
void report(char end) { printf("%d%c", cudaGetLastError(), end); }

int main() {
    nothing<<<0, 32>>>();  // expect: launch_error
    report(' ');
    nothing<<<dim3(1, 65536), 1>>>();  // expect: launch_error
    report(' ');
    nothing<<<dim3(1, 1, 65536), 1>>>();  // expect: launch_error
    report(' ');
    nothing<<<2147483648u, 1>>>();  // expect: launch_error
    report(' ');
    nothing<<<dim3(65536, 1, 1), 1>>>();
    report('\n');
    return cudaDeviceSynchronize();
}
