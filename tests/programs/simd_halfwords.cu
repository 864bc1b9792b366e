// SIMD intrinsics on two halfwords do not carry between them.
// output: 0001fffe 7fffffff 0000ffff 80000002 0002fffd
// output: ffff0000 00000001 00008001 7fff0003 0003 00010002
// output: 00020005 fffefffd 00017fff
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
__global__ void compute(unsigned* y) {
    y[0] = __vadd2(0x0002ffffu, 0xffffffffu), y[1] = __vaddss2(0x7ffeffffu, 0x00050000u),
    y[2] = __vsubus2(0x0001ffffu, 0x00020000u);
    y[3] = __vsubss2(0x80000003u, 0x00010001u), y[4] = __vabsdiffu2(0x0005ffffu, 0x00030002u);
    y[5] = __vcmpgtu2(0xffff0000u, 0x7fff0001u), y[6] = __vsetlts2(0x7fff8000u, 0x7fff0000u),
    y[7] = __vneg2(0x00007fffu);
    y[8] = __vabsss2(0x80000003u), y[9] = __vsadu2(0x00010004u, 0x00020002u),
    y[10] = __vavgu2(0x00010001u, 0x00010002u);
    y[11] = __vmaxs2(0x0002fffdu, 0xffff0005u), y[12] = __vminu2(0xfffefffeu, 0xfffffffdu),
    y[13] = __vhaddu2(0x0002ffffu, 0x0001ffffu) & 0x00017fffu;
}
int main() {
    unsigned* y;
    CHECK(cudaMallocManaged(&y, 56));
    compute<<<1, 1>>>(y);
    LAUNCHED;
    for (int i = 0; i < 5; ++i) printf("%08x%c", y[i], i < 4 ? ' ' : '\n');
    printf("%08x %08x %08x %08x %04x %08x\n", y[5], y[6], y[7], y[8], y[9], y[10]);
    printf("%08x %08x %08x\n", y[11], y[12], y[13]);
    CHECK(cudaFree(y));
}
