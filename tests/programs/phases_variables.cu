// What a thread knows lives over its barriers: in changed parameters, structures, arrays, under names declared twice, in
// macros, by reference, and after some threads have returned.
#include <cstdio>

#define OWN (index * 2 + parity)
#define ADVANCE(x) ((x) += count)

struct Pair {
    float first;
    int second;
};

__device__ void raise(int& value) { value += 100; }
__device__ int square(int value) { return value * value; }
__device__ int thread_number() { return threadIdx.x; }

__global__ void parameters(int count, const int* in, int* out) {
    __shared__ int s[64];
    in += threadIdx.x;
    count += threadIdx.x;
    s[threadIdx.x] = *in;
    __syncthreads();
    in += 1;
    ADVANCE(count);
    out[threadIdx.x] = s[63 - threadIdx.x] * 1000 + count + *in;
}

__global__ void kinds(int* out) {
    __shared__ int s[64];
    Pair pair = {1.5f, static_cast<int>(threadIdx.x)};
    float4 four = make_float4(1, 2, 3, 4);
    int table[3] = {1, 2, 3}, *place = table + 1;
    const int index = threadIdx.x, parity = index & 1;
    unsigned long long wide = 1ull << (threadIdx.x % 40);
    bool odd = parity, unset;
    s[threadIdx.x] = square(index);
    __syncthreads();
    pair.second += s[(index + 1) % 64];
    four.y += pair.second;
    table[index % 3] += 5;
    raise(table[0]);
    unset = !odd;
    int sum = pair.second + four.y + table[0] + table[1] + table[2] + *place + OWN + (wide % 1000) + odd * 7 + unset;
    raise(sum);
    for (int index = 0; index < 3; ++index) sum += index;  // another one
    __syncthreads();
    {
        int sum = 5;  // hides the first
        s[index] = sum + thread_number();
        __syncthreads();
        sum += s[63 - index];
        __syncthreads();
        s[index] = sum;
    }
    __syncthreads();
    out[threadIdx.x] = sum + s[0];
}

__global__ void leaving(int n, int* out) {
    __shared__ int s[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = 0;
    if (i >= n) return;
    s[threadIdx.x] = i;
    int sum = 0;
    __syncthreads();
    for (int round = 0; round < 3; ++round) {
        if (s[threadIdx.x] == 5) return;
        sum += s[(threadIdx.x + round) % 8];
        if (round == 2) continue;
        __syncthreads();
    }
    int step = 1;
    do {
        sum += step;
        __syncthreads();
        step *= 2;
    } while (step < 16);
    out[i] = sum;
}

int main() {
    int *in, *out;
    cudaMallocManaged(&in, 65 * sizeof(int));
    cudaMallocManaged(&out, 64 * sizeof(int));
    for (int i = 0; i < 65; ++i) in[i] = i;
    parameters<<<1, 64>>>(10, in, out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[63]);
    kinds<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[3], out[62]);
    for (int i = 0; i < 64; ++i) out[i] = -1;
    leaving<<<2, 32>>>(40, out);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %d\n", out[0], out[5], out[31], out[39], out[40]);
    cudaFree(in), cudaFree(out);
}
// output: 63021 62024 210
// output: 295 351 8782
// output: 18 -1 23 119 -1
// phases: 3
