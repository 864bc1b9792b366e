// Device memory that is never freed: a note of checked mode, no failure.
// output: done
#include <cstdio>
int main() {
    int *kept, *freed;
    if (cudaMalloc(&kept, 100) != cudaSuccess) return 1;  // expect: leak
    if (cudaMalloc(&freed, 100) != cudaSuccess || cudaFree(freed) != cudaSuccess) return 1;
    printf("done\n");
}
