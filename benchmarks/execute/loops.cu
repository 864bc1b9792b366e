// Kernels without barriers against the same loop nests in plain C++, in one run. Prints: name, ns an element of each.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

using Clock = std::chrono::steady_clock;

template <class F>
static double best_ns(long elements, F run) {
    double best = 1e30;
    for (int round = 0; round < 7; ++round) {
        const auto start = Clock::now();
        run();
        const double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
        if (ns < best) best = ns;
    }
    return best / elements;
}

__global__ void saxpy(int n, float a, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
__attribute__((noipa)) static void host_saxpy(int n, float a, const float* x, float* y) {
    for (int i = 0; i < n; ++i) y[i] = a * x[i] + y[i];
}

__global__ void gelu(int n, const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = 0.5f * x[i] * (1 + tanhf(0.79788456f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}
__attribute__((noipa)) static void host_gelu(int n, const float* x, float* y) {
    for (int i = 0; i < n; ++i) y[i] = 0.5f * x[i] * (1 + tanhf(0.79788456f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

__global__ void stencil(int rows, int columns, const float* a, float* b) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= columns - 1 || y >= rows - 1) return;
    const int i = y * columns + x;
    b[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - columns] + a[i + columns]);
}
__attribute__((noipa)) static void host_stencil(int rows, int columns, const float* a, float* b) {
    for (int y = 1; y < rows - 1; ++y)
        for (int x = 1; x < columns - 1; ++x) {
            const int i = y * columns + x;
            b[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - columns] + a[i + columns]);
        }
}

__global__ void multiply(int n, const float* a, const float* b, float* c) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n) return;
    float sum = 0;
    for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
    c[y * n + x] = sum;
}
__attribute__((noipa)) static void host_multiply(int n, const float* a, const float* b, float* c) {
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            float sum = 0;
            for (int k = 0; k < n; ++k) sum += a[y * n + k] * b[k * n + x];
            c[y * n + x] = sum;
        }
}

constexpr int kTile = 16;
__global__ void tiled(int n, const float* a, const float* b, float* c) {
    __shared__ float left[kTile][kTile], right[kTile][kTile];
    const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += kTile) {
        left[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
        for (int i = 0; i < kTile; ++i) sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}
// The same tiles, thread loops written out between the barriers.
__attribute__((noipa)) static void host_tiled(int n, const float* a, const float* b, float* c) {
    static float left[kTile][kTile], right[kTile][kTile], sum[kTile][kTile];
    for (int by = 0; by < n; by += kTile)
        for (int bx = 0; bx < n; bx += kTile) {
            for (auto& row : sum)
                for (float& s : row) s = 0;
            for (int k = 0; k < n; k += kTile) {
                for (int ty = 0; ty < kTile; ++ty)
                    for (int tx = 0; tx < kTile; ++tx) {
                        left[ty][tx] = a[(by + ty) * n + k + tx];
                        right[ty][tx] = b[(k + ty) * n + bx + tx];
                    }
                for (int ty = 0; ty < kTile; ++ty)
                    for (int tx = 0; tx < kTile; ++tx)
                        for (int i = 0; i < kTile; ++i) sum[ty][tx] += left[ty][i] * right[i][tx];
            }
            for (int ty = 0; ty < kTile; ++ty)
                for (int tx = 0; tx < kTile; ++tx) c[(by + ty) * n + bx + tx] = sum[ty][tx];
        }
}

// In a function of its own: the kernel cannot run as phases.
__device__ void meet() { __syncthreads(); }
__global__ void barriers(int count) {
    for (int i = 0; i < count; ++i) meet();
}
__global__ void shuffles(int count, int* out) {
    int value = threadIdx.x;
    for (int i = 0; i < count; ++i) value = __shfl_xor_sync(0xffffffff, value, i & 31);
    out[threadIdx.x] = value;
}

static void row(const char* name, double kernel, double host) {
    std::printf("%-28s %8.2f ns  plain C++ %8.2f ns  ratio %5.2f\n", name, kernel, host, kernel / host);
}

int main() {
    const int n = 1 << 22, side = 2048, m = 512;
    float *x, *y, *z;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&y, n * sizeof(float));
    cudaMallocManaged(&z, n * sizeof(float));
    std::vector<float> hx(n), hy(n), hz(n);
    for (int i = 0; i < n; ++i) hx[i] = x[i] = (i % 1000) * 0.001f, hy[i] = y[i] = 0, hz[i] = z[i] = 0;
    row("saxpy", best_ns(n, [&] { saxpy<<<n / 256, 256>>>(n, 2.0f, x, y); }),
        best_ns(n, [&] { host_saxpy(n, 2.0f, hx.data(), hy.data()); }));
    row("gelu", best_ns(n, [&] { gelu<<<n / 256, 256>>>(n, x, y); }),
        best_ns(n, [&] { host_gelu(n, hx.data(), hy.data()); }));
    const dim3 block(32, 8), grid(side / 32, side / 8);
    row("5-point stencil", best_ns(n, [&] { stencil<<<grid, block>>>(side, side, x, y); }),
        best_ns(n, [&] { host_stencil(side, side, hx.data(), hy.data()); }));
    const long madds = 1L * m * m * m;
    row("matrix product 512", best_ns(madds, [&] { multiply<<<dim3(m / 32, m / 8), block>>>(m, x, z, y); }),
        best_ns(madds, [&] { host_multiply(m, hx.data(), hz.data(), hy.data()); }));
    row("tiled matrix product 512", best_ns(madds, [&] { tiled<<<dim3(m / kTile, m / kTile), dim3(kTile, kTile)>>>(m, x, z, y); }),
        best_ns(madds, [&] { host_tiled(m, hx.data(), hz.data(), hy.data()); }));
    std::printf("%-28s %8.2f ns a thread\n", "block barrier (256 threads)",
                best_ns(1000L * 256, [] { barriers<<<1, 256>>>(1000); }));
    int* out = reinterpret_cast<int*>(y);
    std::printf("%-28s %8.2f ns a lane\n", "shuffle", best_ns(1000L * 32, [&] { shuffles<<<1, 32>>>(1000, out); }));
    cudaFree(x), cudaFree(y), cudaFree(z);
}
