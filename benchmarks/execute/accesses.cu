// Memory accesses in checked mode: prints ns an access, of reads and writes of global and of shared memory.
#include <chrono>
#include <cstdio>

using Clock = std::chrono::steady_clock;

__global__ void copy(int n, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i];
}
__global__ void copy_all(int n, const float* x, float* y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = x[i];
}
__global__ void in_shared(int rounds, float* y) {
    __shared__ float s[256];
    s[threadIdx.x] = 0;
    for (int r = 0; r < rounds; ++r) s[threadIdx.x] += 1.0f;
    y[threadIdx.x] = s[threadIdx.x];
}

template <class F>
static void row(const char* name, double accesses, F run) {
    double best = 1e30;
    for (int round = 0; round < 5; ++round) {
        const auto start = Clock::now();
        run();
        const double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        if (ns < best) best = ns;
    }
    std::printf("%-28s %8.2f ns an access\n", name, best / accesses);
}

int main() {
    const int n = 1 << 20, rounds = 2000;
    float *x, *y;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemset(x, 0, n * sizeof(float));
    row("copy, one element a thread", 2.0 * n, [&] { copy<<<n / 256, 256>>>(n, x, y); });
    row("copy, 128 elements a thread", 2.0 * n, [&] { copy_all<<<32, 256>>>(n, x, y); });
    row("sum, shared memory", 2.0 * 256 * rounds, [&] { in_shared<<<1, 256>>>(rounds, y); });
    cudaFree(x), cudaFree(y);
}
