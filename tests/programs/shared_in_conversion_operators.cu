// Dynamic shared memory of a dependent type, declared in a conversion operator and in member functions of templates.
// output: 992 31 4
#include <cstdio>
template <class T>
struct SharedMemory {
    typedef T Element;
    __device__ operator T*() {
        extern __shared__ T memory[];
        return memory;
    }
    __device__ T* get() {
        extern __shared__ typename SharedMemory<T>::Element other[];
        return other;
    }
};
template <class T>
struct Sum {
    template <class U>
    __device__ static U of(const U* in, T scale) {
        extern __shared__ U part[];
        part[threadIdx.x] = in[threadIdx.x] * scale;
        __syncthreads();
        U total = 0;
        for (unsigned i = 0; i < blockDim.x; ++i) total += part[i];
        __syncthreads();
        return total;
    }
};
template <class T>
__global__ void work(const T* in, T* out) {
    SharedMemory<T> shared;
    T* s = shared;
    const T sum = Sum<T>::template of<T>(in, T(2));
    s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) out[0] = sum, out[1] = shared.get()[31], out[2] = sizeof(T);
}

int main() {
    int *in, *out;
    cudaMallocManaged(&in, 32 * sizeof(int));
    cudaMallocManaged(&out, 32 * sizeof(int));
    for (int i = 0; i < 32; ++i) in[i] = i;
    work<int><<<1, 32, 32 * sizeof(int)>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[2]);
    cudaFree(in);
    cudaFree(out);
}
