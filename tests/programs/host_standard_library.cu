// The host's standard library beside kernels: containers, algorithms, strings, threads, exceptions.
// output: 285 caught 4 2
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

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
__global__ void square(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * in[i];
}
struct Free {
    void operator()(int* p) const { cudaFree(p); }
};
std::unique_ptr<int, Free> device_array(size_t n) {
    int* p = nullptr;
    if (cudaMalloc(&p, n * sizeof(int)) != cudaSuccess) throw std::runtime_error("caught");
    return std::unique_ptr<int, Free>(p);
}

int main() {
    std::vector<int> numbers(10), squares(10);
    std::iota(numbers.begin(), numbers.end(), 0);
    {
        const auto in = device_array(10), out = device_array(10);
        CHECK(cudaMemcpy(in.get(), numbers.data(), 40, cudaMemcpyHostToDevice));
        square<<<1, 32>>>(in.get(), out.get(), 10);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpy(squares.data(), out.get(), 40, cudaMemcpyDeviceToHost));
    }
    printf("%d ", std::accumulate(squares.begin(), squares.end(), 0));
    try {
        const auto huge = device_array(size_t{1} << 40);
    } catch (const std::exception& error) {
        printf("%s ", error.what());
        cudaGetLastError();
    }
    int found = 0;
    std::thread([&] { found = static_cast<int>(std::count_if(squares.begin(), squares.end(), [](int v) { return v > 25; })); }).join();
    printf("%d %zu\n", found, std::to_string(squares[5]).size());
}
