// Values of other types than the variable's are converted, as CUDA's plain overloads do.
// output: 3 2.5 4 1099511627781 7 5 -1
#include <cstdio>
#define CHECK(call)                                                     \
    do {                                                                \
        const cudaError_t error = (call);                               \
        if (error != cudaSuccess) {                                     \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
            return 1;                                                   \
        }                                                               \
    } while (0)
#define LAUNCHED               \
    CHECK(cudaGetLastError()); \
    CHECK(cudaDeviceSynchronize())
__global__ void compute(int* i, float* f, double* d, unsigned long long* w, unsigned* u) {
    atomicAdd(i, 3u);
    atomicAdd(f, 2.5);
    atomicAdd(d, 4);
    atomicAdd(w, 5);
    atomicMax(u, 7);
    atomicCAS(u + 1, 0, 5);
    atomicExch(i + 1, -1L);
}
int main() {
    int* i;
    float* f;
    double* d;
    unsigned long long* w;
    unsigned* u;
    CHECK(cudaMallocManaged(&i, 8));
    CHECK(cudaMallocManaged(&f, 4));
    CHECK(cudaMallocManaged(&d, 8));
    CHECK(cudaMallocManaged(&w, 8));
    CHECK(cudaMallocManaged(&u, 8));
    i[0] = i[1] = 0, *f = 0, *d = 0, *w = 1ull << 40, u[0] = u[1] = 0;
    compute<<<1, 1>>>(i, f, d, w, u);
    LAUNCHED;
    printf("%d %g %g %llu %u %u %d\n", i[0], *f, *d, *w, u[0], u[1], i[1]);
    CHECK(cudaFree(i));
    CHECK(cudaFree(f));
    CHECK(cudaFree(d));
    CHECK(cudaFree(w));
    CHECK(cudaFree(u));
}
