// Many threads raise the same flag: they store the same value.
// output: 1 1
#include <cstdio>
__global__ void find(const int* a, int n, int value, int* found, bool* any) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] % 10 == value) {
        *found = 1;
        *any = true;
    }
}
int main() {
    const int n = 1000;
    int host[n], *a, *found, result;
    bool *any, seen;
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&found, sizeof(int));
    cudaMalloc(&any, 1);
    cudaMemset(found, 0, sizeof(int));
    cudaMemset(any, 0, 1);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    find<<<8, 128>>>(a, n, 7, found, any);
    cudaMemcpy(&result, found, sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(&seen, any, 1, cudaMemcpyDeviceToHost);
    printf("%d %d\n", result, (int)seen);
    cudaFree(a), cudaFree(found), cudaFree(any);
}
