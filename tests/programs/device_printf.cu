// Formats that device printf knows, also %s of constants, and a long line.
// output: -1 4294967295 2a 0x2a 052 c % text 1.500000 1.5e+00 1.5
// output: 123456789012345 18446744073709551615    7|7   |00007|+7
// output: 00 01 02 03
#include <cstdio>
#define CHECK(call)                                                     \
    do {                                                                \
        const cudaError_t error = (call);                               \
        if (error != cudaSuccess) {                                     \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
            return 1;                                                   \
        }                                                               \
    } while (0)
#define LAUNCHED               \
    CHECK(cudaGetLastError()); \
    CHECK(cudaDeviceSynchronize())
__global__ void print() {
    printf("%d %u %x %#x %#o %c %% %s %f %.1e %g\n", -1, 0xffffffffu, 42, 42, 42, 'c', "text", 1.5, 1.5, 1.5f);
    printf("%lld %llu %4d|%-4d|%05d|%+d\n", 123456789012345ll, ~0ull, 7, 7, 7, 7);
    for (int i = 0; i < 4; ++i) printf("%02d%s", i, i < 3 ? " " : "\n");
}
int main() {
    print<<<1, 1>>>();
    LAUNCHED;
}
