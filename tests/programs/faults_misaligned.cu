// Accesses at addresses that are no multiple of their size.
#include <cstdint>

__global__ void float4_load(const float* a, float* out, int k) {
    const float4 v = *reinterpret_cast<const float4*>(a + k);  // expect: misaligned
    out[0] = v.x + v.y;
}
__global__ void float2_store(float* a, int k) {
    *reinterpret_cast<float2*>(a + k) = make_float2(1, 2);  // expect: misaligned
}
__global__ void float2_load(const float* a, float* out, int k) {
    const float2 v = reinterpret_cast<const float2*>(a + k)[0];  // expect: misaligned
    out[0] = v.x;
}
__global__ void uint2_store(int* a, int k) {
    reinterpret_cast<uint2*>(a + k)[1] = make_uint2(1, 2);  // expect: misaligned
}
__global__ void double_load(const float* a, double* out, int k) {
    out[0] = *(const double*)(a + k);  // expect: misaligned
}
__global__ void int_of_bytes(const unsigned char* a, int* out, int k) {
    out[0] = *(const int*)(a + k);  // expect: misaligned
}
__global__ void short_of_bytes(unsigned char* a, int k) {
    *(short*)(a + k) = 7;  // expect: misaligned
}
__global__ void long_store(int* a, int k) {
    *(long long*)(a + k) = 9;  // expect: misaligned
}
__global__ void shared_float4(float* out, int k) {
    __shared__ __align__(16) float s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        const float4 v = *(float4*)(s + k);  // expect: misaligned
        out[0] = v.w;
    }
}
__global__ void double2_member(double* a, int k) {
    ((double2*)(a + k))->y = 3;  // expect: misaligned
}

int main() {
    float* a;
    double* d;
    cudaMalloc(&a, 256 * sizeof(float));
    cudaMalloc(&d, 64 * sizeof(double));
    cudaMemset(a, 0, 256 * sizeof(float));
    cudaMemset(d, 0, 64 * sizeof(double));
    float4_load<<<1, 1>>>(a, a + 200, 1);
    float2_store<<<1, 1>>>(a, 3);
    float2_load<<<1, 1>>>(a, a + 200, 3);
    uint2_store<<<1, 1>>>((int*)a, 1);
    double_load<<<1, 1>>>(a, d, 1);
    int_of_bytes<<<1, 1>>>((unsigned char*)a, (int*)a + 100, 2);
    short_of_bytes<<<1, 1>>>((unsigned char*)a, 1);
    long_store<<<1, 1>>>((int*)a, 1);
    shared_float4<<<1, 64>>>(a, 1);
    double2_member<<<1, 1>>>(d, 1);
    cudaDeviceSynchronize();
    cudaFree(a);
    cudaFree(d);
}
