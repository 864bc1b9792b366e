// Ten accesses of kernels to host memory.
#include <cstdlib>
#include <vector>

struct Big {
    int* data;
    int n;
};

__global__ void write(int* a) {
    a[threadIdx.x] = 1;  // expect: device_access
}
__global__ void read(const float* a, float* out) {
    out[threadIdx.x] = a[threadIdx.x];  // expect: device_access
}
__global__ void through_a_struct(Big b) {
    if (threadIdx.x < b.n) b.data[threadIdx.x] = 2;  // expect: device_access
}
__global__ void count(int* a) {
    atomicAdd(a, 1);  // expect: device_access
}
__global__ void scalar(const double* factor, float* out) {
    out[threadIdx.x] = (float)*factor;  // expect: device_access
}
__global__ void bytes(char* a) {
    a[threadIdx.x] = 'x';  // expect: device_access
}
__global__ void pointer_to_pointer(float** rows, float* out) {
    out[threadIdx.x] = rows[0][threadIdx.x];  // expect: device_access
}
__global__ void vectors(float4* a) {
    a[threadIdx.x] = make_float4(1, 2, 3, 4);  // expect: device_access
}
__global__ void of_a_vector(long long* a) {
    a[0] = 4;  // expect: device_access
}
__global__ void struct_on_host(const Big* b, float* out) {
    out[threadIdx.x] = b->n;  // expect: device_access
}

int main() {
    float* out;
    cudaMalloc(&out, 32 * sizeof(float));
    int* heap = static_cast<int*>(std::calloc(64, sizeof(int)));
    std::vector<float> values(64, 1.0f);
    std::vector<long long> longs(4);
    std::vector<float4> four(32);
    double factor = 2;
    char text[64] = {};
    int counter = 0;
    float* rows[1] = {out};
    cudaMemset(out, 0, 32 * sizeof(float));
    write<<<1, 32>>>(heap);
    read<<<1, 32>>>(values.data(), out);
    through_a_struct<<<1, 32>>>(Big{heap, 64});
    count<<<1, 1>>>(&counter);
    scalar<<<1, 32>>>(&factor, out);
    bytes<<<1, 32>>>(text);
    pointer_to_pointer<<<1, 1>>>(rows, out);
    vectors<<<1, 32>>>(four.data());
    of_a_vector<<<1, 1>>>(longs.data());
    Big* big = new Big{heap, 3};
    struct_on_host<<<1, 32>>>(big, out);
    cudaDeviceSynchronize();
    delete big;
    std::free(heap);
    cudaFree(out);
}
