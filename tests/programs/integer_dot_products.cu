// __dp4a and __dp2a with packed and vector arguments, signed and unsigned.
// output: 32 1020 -1016 -128 33 70 -3 130050 60 -20
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
__global__ void compute(int* y) {
    y[0] = __dp4a(0x01020304, 0x01020304, 2);
    y[1] = static_cast<int>(__dp4a(0xffffffffu, 0x01010101u, 0u));
    y[2] = __dp4a(0x7f7f7f7f, static_cast<int>(0xfefefefeu), 0);
    y[3] = __dp4a(make_char4(-128, 0, 0, 0), make_char4(1, 5, 5, 5), 0);
    y[4] = static_cast<int>(__dp4a(make_uchar4(1, 2, 3, 4), make_uchar4(1, 2, 3, 4), 3u));
    y[5] = __dp2a_lo(0x00020003, 0x05060a0b, 17);
    y[6] = __dp2a_hi(make_short2(-1, 2), make_char4(9, 9, 5, 1), 0);
    y[7] = static_cast<int>(__dp2a_lo(make_ushort2(255, 255), make_uchar4(255, 255, 9, 9), 0u));
    y[8] = static_cast<int>(__dp2a_hi(0x000a0014u, 0x02020000u, 0u));
    y[9] = __dp2a_lo(static_cast<int>(0xfff6fff6u), 0x0101, 0);
}
int main() {
    int* y;
    CHECK(cudaMallocManaged(&y, 40));
    compute<<<1, 1>>>(y);
    LAUNCHED;
    for (int i = 0; i < 10; ++i) printf("%d%c", y[i], i < 9 ? ' ' : '\n');
    CHECK(cudaFree(y));
}
