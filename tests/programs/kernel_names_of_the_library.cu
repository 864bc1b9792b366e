// Kernels with names of the standard library's functions, and kernels that are launched before they are defined.
// output: 5 6 7 8 9
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>
using namespace std;

__global__ void late(int* a);
__global__ void reduce(int* a, int n) { a[0] = n; }
__global__ void fill(int* a,  // the name of a template too
                     float v) {
    a[1] = v;
}
static __global__ void __launch_bounds__(32) index(int* __restrict__ a, const int* const b) { a[2] = b[0] + 2; }
extern "C" __global__ void copy(int (*rows)[2], float4 q) { rows[2][0] = q.x; }

int main() {
    int* a;
    cudaMallocManaged(&a, 8 * sizeof(int));
    reduce<<<1, 1>>>(a, 5);
    fill<<<1, 1>>>(a, 6);
    index<<<1, 1>>>(a, a);
    late<<<1, 1>>>(a);
    copy<<<1, 1>>>((int (*)[2])a, make_float4(9, 0, 0, 0));
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d\n", a[0], a[1], a[2], a[3], a[4]);
    cudaFree(a);
}
__global__ void late(int* a) { a[3] = 8; }
