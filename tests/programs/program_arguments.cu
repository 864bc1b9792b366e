// Command line arguments, output to both streams, and an exit code.
// arguments: alpha 3
// output: 3 alpha 3
// exit: 5
#include <cstdio>
#include <cstdlib>
__global__ void nothing() {}

int main(int count, char** arguments) {
    printf("%d %s %d\n", count, arguments[1], atoi(arguments[2]));
    fprintf(stderr, "not part of the output\n");
    nothing<<<1, 1>>>();
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    return 5;
}
