// The fused forms: minimum and maximum of three, of a sum, with zero, with the predicate of the choice.
// output: 7 -3 9 0 5 1 4294967295 -2
// output: 5 1 3 0 | 00070001 1 0
// output: 0005ffff 00050000 00030008 00030004
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
__global__ void compute(int* y, unsigned* u, bool* p) {
    y[0] = __vimax3_s32(7, -3, 2), y[1] = __vimin3_s32(7, -3, 2), y[2] = __viaddmax_s32(4, 5, 6),
    y[3] = __viaddmax_s32_relu(-4, -5, -6);
    y[4] = __viaddmin_s32(4, 5, 5), y[5] = __vimin_s32_relu(1, 2), u[0] = __vimax3_u32(1u, ~0u, 3u),
    y[6] = __vimin3_s32_relu(5, -1, 2) - 2;
    y[7] = __vibmax_s32(5, 3, &p[0]);
    y[8] = __vibmin_u32(4u, 3u, &p[1]);
    u[1] = __vibmax_u16x2(0x00070000u, 0x00030001u, &p[2], &p[3]);
    u[2] = __vimax3_s16x2(0x0005fffeu, 0x0001ffffu, 0x0002fff0u), u[3] = __vimax_s16x2_relu(0x0005fffeu, 0x0001ffffu);
    u[4] = __viaddmin_u16x2(0x00020008u, 0x00010001u, 0x00090008u),
    u[5] = __viaddmax_s16x2(0x00020003u, 0x00010001u, 0x0000fff0u);
}
int main() {
    int* y;
    unsigned* u;
    bool* p;
    CHECK(cudaMallocManaged(&y, 36));
    CHECK(cudaMallocManaged(&u, 24));
    CHECK(cudaMallocManaged(&p, 4));
    compute<<<1, 1>>>(y, u, p);
    LAUNCHED;
    printf("%d %d %d %d %d %d %u %d\n", y[0], y[1], y[2], y[3], y[4], y[5], u[0], y[6]);
    printf("%d %d %d %d | %08x %d %d\n", y[7], p[0], y[8], p[1], u[1], p[2], p[3]);
    printf("%08x %08x %08x %08x\n", u[2], u[3], u[4], u[5]);
    CHECK(cudaFree(y));
    CHECK(cudaFree(u));
    CHECK(cudaFree(p));
}
