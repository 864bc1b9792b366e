// Structs with padding are written member by member and copied as a whole.
// output: 0 wrong
#include <cstdio>
struct Padded {
    char tag;
    double value;
    short small;
};
struct Edge {
    int from, to;
    float weight;
};
__global__ void write(Padded* p, Edge* e) {
    p[threadIdx.x].tag = 'a' + threadIdx.x % 26;
    p[threadIdx.x].value = threadIdx.x * 0.5;
    p[threadIdx.x].small = threadIdx.x;
    e[threadIdx.x] = {(int)threadIdx.x, (int)threadIdx.x + 1, 2.0f};
}
__global__ void copy(const Padded* p, Padded* q, const Edge* e, Edge* f) {
    __shared__ Padded s[64];
    s[threadIdx.x] = p[63 - threadIdx.x];
    __syncthreads();
    q[threadIdx.x] = s[63 - threadIdx.x];
    f[threadIdx.x] = e[threadIdx.x];
}
int main() {
    Padded *p, *q, host[64];
    Edge *e, *f, edges[64];
    cudaMalloc(&p, sizeof host);
    cudaMalloc(&q, sizeof host);
    cudaMalloc(&e, sizeof edges);
    cudaMalloc(&f, sizeof edges);
    write<<<1, 64>>>(p, e);
    copy<<<1, 64>>>(p, q, e, f);
    cudaMemcpy(host, q, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(edges, f, sizeof edges, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 64; ++i)
        wrong += host[i].tag != 'a' + i % 26 || host[i].value != i * 0.5 || host[i].small != i || edges[i].to != i + 1;
    printf("%d wrong\n", wrong);
    cudaFree(p), cudaFree(q), cudaFree(e), cudaFree(f);
}
