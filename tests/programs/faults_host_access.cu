// Ten accesses of host code to device memory.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>

struct Point {
    float x, y;
};

int main(int argc, char**) {
    const int count = 50 + argc;
    int* a;
    float* f;
    Point* p;
    double* d;
    char* text;
    cudaMalloc(&a, 64 * sizeof(int));
    cudaMalloc(&f, 64 * sizeof(float));
    cudaMalloc(&p, 8 * sizeof(Point));
    cudaMalloc(&d, 8 * sizeof(double));
    cudaMalloc(&text, 64);
    cudaMemset(a, 0, 64 * sizeof(int));
    cudaMemset(f, 0, 64 * sizeof(float));
    cudaMemset(d, 0, 8 * sizeof(double));
    a[3] = 5;                                  // expect: host_access
    volatile int seen = a[4];                  // expect: host_access
    for (int i = 0; i < 64; ++i) f[i] += 1;    // expect: host_access
    p->x = 1;                                  // expect: host_access
    const Point copy = p[2];                   // expect: host_access
    std::memcpy(text, "hello", 6);             // expect: host_access
    std::memset(d, 0, 8);                      // expect: host_access
    std::vector<int> values(a, a + count);     // expect: host_access
    if (d[1] > 0) std::puts("positive");       // expect: host_access
    *text = 'a';                               // expect: host_access
    (void)seen, (void)copy, (void)values;
    volatile float sink = copy.x + values[0];
    (void)sink;
    cudaFree(a), cudaFree(f), cudaFree(p), cudaFree(d), cudaFree(text);
}
