// Comments between all parts of launches and declarations, and code in comments. k<<<1, 1>>>(x); __shared__ int a[2];
// output: 5 62
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

/* __global__ void broken( { <<< */
__global__ /* a kernel */ void /* named */ add(int* /* target */ x, int v /* = 3 */) { *x += v; }
__global__ void sum(int* out) {
    __shared__ /* a */ int /* b */ buffer /* c */[32]; // d; e
    buffer[threadIdx.x] = 2; /* __syncthreads(); */ __syncthreads();
    // not a splice: \ (
    if (threadIdx.x == 0) {
        *out = 0;
        for (int i = 0; i < 31 /* not 32 */; ++i) *out += buffer[i];
    }
}

int main() {
    int* x;
    CHECK(cudaMallocManaged(&x, 2 * sizeof(int)));
    *x = 0;
    add /* one */ <<< /* two */ 1 /* , 7 */, 1 // three
                      >>> /* four */ (x, /* five */ 5);
    sum<<<1,  // blocks
          32  // threads >>>
          >>>(x + 1);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    printf("%d %d\n", x[0], x[1]);
    CHECK(cudaFree(x));
}
