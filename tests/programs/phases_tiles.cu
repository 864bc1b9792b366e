// A tiled matrix product with edges, with two buffers in turn, with registers for several results of a thread, and in a
// template.
#include <cstdio>

constexpr int kTile = 8;

__global__ void edges(const float* a, const float* b, float* c, int m, int n, int k) {
    __shared__ float left[kTile][kTile];
    __shared__ float right[kTile][kTile + 1];
    const int row = blockIdx.y * kTile + threadIdx.y, column = blockIdx.x * kTile + threadIdx.x;
    float sum = 0.0f;
    for (int t = 0; t < (k + kTile - 1) / kTile; ++t) {
        const int x = t * kTile + threadIdx.x, y = t * kTile + threadIdx.y;
        left[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0.0f;
        right[threadIdx.y][threadIdx.x] = y < k && column < n ? b[y * n + column] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < kTile; ++i) {
            sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        }
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}

template <int kWork, class T>
__global__ void registers(const T* a, const T* b, T* c, int m, int n, int k) {
    __shared__ T left[2][kTile][kTile], right[2][kTile][kTile * kWork];
    T sums[kWork] = {}, *out = c;
    int buffer = 0;
    for (int t = 0; t * kTile < k; ++t, buffer ^= 1) {
        const int x = t * kTile + threadIdx.x, row = blockIdx.y * kTile + threadIdx.y;
        left[buffer][threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0;
        for (int w = 0; w < kWork; ++w) {
            const int column = (blockIdx.x * kWork + w) * kTile + threadIdx.x, y = t * kTile + threadIdx.y;
            right[buffer][threadIdx.y][w * kTile + threadIdx.x] = column < n && y < k ? b[y * n + column] : 0;
        }
        __syncthreads();
        for (int i = 0; i < kTile; ++i)
            for (int w = 0; w < kWork; ++w)
                sums[w] += left[buffer][threadIdx.y][i] * right[buffer][i][w * kTile + threadIdx.x];
    }
    for (int w = 0; w < kWork; ++w) {
        const int row = blockIdx.y * kTile + threadIdx.y, column = (blockIdx.x * kWork + w) * kTile + threadIdx.x;
        if (row < m && column < n) out[row * n + column] = sums[w];
    }
}

int main() {
    const int m = 21, n = 37, k = 19;
    float *a, *b, *c, *d;
    cudaMallocManaged(&a, m * k * sizeof(float));
    cudaMallocManaged(&b, k * n * sizeof(float));
    cudaMallocManaged(&c, m * n * sizeof(float));
    cudaMallocManaged(&d, m * n * sizeof(float));
    for (int i = 0; i < m * k; ++i) a[i] = i % 7 - 3;
    for (int i = 0; i < k * n; ++i) b[i] = i % 5 - 2;
    edges<<<dim3((n + 7) / 8, (m + 7) / 8), dim3(8, 8)>>>(a, b, c, m, n, k);
    registers<3, float><<<dim3((n + 23) / 24, (m + 7) / 8), dim3(8, 8)>>>(a, b, d, m, n, k);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int y = 0; y < m; ++y)
        for (int x = 0; x < n; ++x) {
            float sum = 0;
            for (int i = 0; i < k; ++i) sum += a[y * k + i] * b[i * n + x];
            wrong += c[y * n + x] != sum;
            wrong += d[y * n + x] != sum;
        }
    printf("%d wrong, %g\n", wrong, c[m * n - 1]);
    cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
}
// output: 0 wrong, 12
// phases: 2
