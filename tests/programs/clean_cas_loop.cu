// The maximum of floats by compareAndSwap: each thread first reads plainly what others change atomically.
// output: 99.5 4950
#include <cstdio>
__device__ float max_float(float* address, float value) {
    int* bits = reinterpret_cast<int*>(address);
    int old = *bits, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value) break;
        old = atomicCAS(bits, assumed, __float_as_int(value));
    } while (old != assumed);
    return __int_as_float(old);
}
__device__ double add_double(double* address, double value) {
    unsigned long long* bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}
__global__ void reduce(float* largest, double* sum) {
    max_float(largest, threadIdx.x + 0.5f);
    add_double(sum, threadIdx.x);
}
int main() {
    float *largest, most;
    double *sum, total;
    cudaMalloc(&largest, sizeof(float));
    cudaMalloc(&sum, sizeof(double));
    cudaMemset(largest, 0, sizeof(float));
    cudaMemset(sum, 0, sizeof(double));
    reduce<<<1, 100>>>(largest, sum);
    cudaMemcpy(&most, largest, sizeof most, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    printf("%g %g\n", most, total);
    cudaFree(largest), cudaFree(sum);
}
