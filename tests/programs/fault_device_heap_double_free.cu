// A kernel frees what it allocated a second time.
#include <cstdio>
#include <cstdlib>

__global__ void use(int* out) {
    int* own = static_cast<int*>(malloc(4 * sizeof(int)));
    own[0] = 7;
    *out = own[0];
    free(own);
    free(own);  // expect: double_free
}

int main() {
    int* out;
    cudaMallocManaged(&out, sizeof(int));
    use<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    cudaFree(out);
}
// output: 7
