// Integers and doubles to narrower floating point types, in every rounding.
// output: 16777216 16777216 16777218 16777216
// output: 16777220 16777218 -16777218 -16777220
// output: 4294967296 4294967040 4294967296 18446742974197923840
// output: 9007199254740992 9007199254740994 9007199254740992 18446744073709551616
// output: 3dcccccd 3dcccccc 3dcccccd 3dcccccc
#include <cstdio>
#include <cstring>
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
__global__ void compute(double* y, unsigned* bits) {
    const int i = 16777217;
    y[0] = __int2float_rn(i), y[1] = __int2float_rz(i), y[2] = __int2float_ru(i), y[3] = __int2float_rd(i);
    y[4] = __int2float_rn(i + 2), y[5] = __ll2float_rz(i + 2), y[6] = __int2float_ru(-i - 2),
    y[7] = __ll2float_rd(-i - 2);
    y[8] = __uint2float_rn(0xffffffffu), y[9] = __uint2float_rz(0xffffffffu), y[10] = __ull2float_ru(0xffffffffull);
    y[11] = __ull2float_rd(~0ull);
    const long long w = 9007199254740993ll;
    y[12] = __ll2double_rn(w), y[13] = __ll2double_ru(w), y[14] = __ull2double_rz(w), y[15] = __ull2double_ru(~0ull);
    bits[0] = __float_as_uint(__double2float_rn(0.1)), bits[1] = __float_as_uint(__double2float_rz(0.1));
    bits[2] = __float_as_uint(__double2float_ru(0.1)), bits[3] = __float_as_uint(__double2float_rd(0.1));
}
int main() {
    double* y;
    unsigned* bits;
    CHECK(cudaMallocManaged(&y, 16 * sizeof(double)));
    CHECK(cudaMallocManaged(&bits, 16));
    compute<<<1, 1>>>(y, bits);
    LAUNCHED;
    for (int i = 0; i < 16; ++i) printf("%.0f%c", y[i], i % 4 < 3 ? ' ' : '\n');
    printf("%x %x %x %x\n", bits[0], bits[1], bits[2], bits[3]);
    CHECK(cudaFree(y));
    CHECK(cudaFree(bits));
}
