// A race names the lines of both sides, also where a thread has read its own element in between.
__global__ void lines(int* out) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    if (t < 16) {
        s[t] +=
            s[t + 1];  // expect: race
    }
    out[t] = s[t];
}
__global__ void rounds(int* out) {
    __shared__ int s[32];
    const int t = threadIdx.x;
    s[t] = t;
    int sum = 0;
    __syncthreads();
    for (int r = 0; r < 3; ++r) {
        sum += s[31 - t];  // expect: race
        __syncthreads();
        for (int c = 0; c < 2; ++c) {
            __syncthreads();
            if (t % 2 == c) s[t] += 1;
        }
    }
    out[t] = sum;
}

int main() {
    int* out;
    cudaMalloc(&out, 32 * sizeof(int));
    lines<<<1, 32>>>(out);
    rounds<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
}
