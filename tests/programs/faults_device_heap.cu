// Memory that kernels allocate: freed twice, used after it is freed, read before it is written, and past its end.
#include <cstdlib>
__device__ int* volatile kept;

__global__ void twice() {
    int* p = (int*)malloc(64);
    free(p);
    free(p);  // expect: double_free
}
__global__ void late(int* out) {
    kept = (int*)malloc(64);
    kept[0] = 1;
    free(kept);
    out[0] = kept[0];  // expect: use_after_free
}
__global__ void early(int* out) {
    kept = (int*)malloc(64);
    out[0] = kept[3];  // expect: uninitialized
    free(kept);
}
__global__ void past(int* out) {
    kept = new int[8];
    kept[8] = out[1];  // expect: out_of_bounds
    delete[] kept;
}

int main() {
    int* out;
    cudaMalloc(&out, 2 * sizeof(int));
    cudaMemset(out, 0, 2 * sizeof(int));
    twice<<<1, 1>>>();
    late<<<1, 1>>>(out);
    early<<<1, 1>>>(out);
    past<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
