// Arguments are converted to the kernel's parameters by the launch: by a conversion operator of a class that cannot be
// copied, from a braced list, between numbers, from a null pointer.
// output: 7 7 3 2 0
#include <cstdio>
class Buffer {
   public:
    Buffer() { cudaMallocManaged(&pointer_, 8 * sizeof(int)); }
    ~Buffer() { cudaFree(pointer_); }
    Buffer(const Buffer&) = delete;
    operator int*() const { return pointer_; }

   private:
    int* pointer_;
};
struct Pair {
    int first, second;
};
namespace kernels {
__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }
__global__ void store(int* out, Pair pair, const int* none) {
    out[0] = pair.first;
    out[1] = pair.second;
    out[2] = none != nullptr;
}
}  // namespace kernels

int main() {
    Buffer a, b;
    kernels::fill<<<1, 8>>>(a, 7.9);
    kernels::store<<<1, 1>>>(b, {3, 2}, NULL);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d\n", a[0], a[7], b[0], b[1], b[2]);
}
