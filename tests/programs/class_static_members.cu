// Host classes whose static and member functions launch kernels; constants of classes in device code; friends.
// output: 6 8 16
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

template <class T>
__global__ void fill(T* x, T v, int n);
class Vector {
   public:
    static constexpr int kSize = 8;
    enum { kThreads = 16 };
    static Vector make() {
        Vector v;
        CHECK(cudaMallocManaged(&v.data_, kSize * sizeof(int)));
        return v;
    }
    void fill_with(int v) {
        fill<int><<<1, kThreads>>>(this->data_, v, Vector::kSize);
        CHECK(cudaGetLastError());
        CHECK(cudaDeviceSynchronize());
    }
    static void release(Vector& v) { CHECK(cudaFree(v.data_)); }
    int sum() const {
        int total = 0;
        for (int i = 0; i < kSize; ++i) total += data_[i];
        return total;
    }
    friend __global__ void add_one(Vector v);

   private:
    int* data_ = nullptr;
};
template <class T>
__global__ void fill(T* x, T v, int n) {
    if (threadIdx.x < n) x[threadIdx.x] = v;
}
__global__ void add_one(Vector v) { v.data_[threadIdx.x % Vector::kSize] += threadIdx.x < Vector::kSize; }

int main() {
    Vector v = Vector::make();
    v.fill_with(1);
    printf("%d ", v.sum() - 2);
    v.fill_with(0);
    add_one<<<1, Vector::kSize>>>(v);
    CHECK(cudaDeviceSynchronize());
    printf("%d ", v.sum());
    (&v)->fill_with(2);
    printf("%d\n", v.sum());
    Vector::release(v);
}
