// Floating point to integers in every rounding; out of range saturates; NaN becomes 0, or the highest bit of 64 bits.
// output: 2 2 3 2, -2 -2 -2 -3
// output: 2147483647 -2147483648 4294967295 0 0 0
// output: 9223372036854775807 -9223372036854775808 18446744073709551615 8000000000000000
// output: 80000000 2147483647 -2147483648 0 7 4294967295
#include <cmath>
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
__global__ void compute(int* n, unsigned* u, long long* w, float half, float big, float nan, double wide) {
    n[0] = __float2int_rn(half), n[1] = __float2int_rz(half), n[2] = __float2int_ru(half), n[3] = __float2int_rd(half);
    n[4] = __float2int_rn(-half), n[5] = __float2int_rz(-half), n[6] = __float2int_ru(-half),
    n[7] = __float2int_rd(-half);
    n[8] = __float2int_rn(big), n[9] = __float2int_rz(-big), n[10] = __float2int_rn(nan);
    u[0] = __float2uint_rn(big), u[1] = __float2uint_rz(-half), u[2] = __float2uint_rd(nan);
    w[0] = __float2ll_rn(big), w[1] = __double2ll_rz(-wide), w[2] = static_cast<long long>(__double2ull_ru(wide));
    w[3] = __float2ll_rn(nan);
    n[11] = __double2int_rn(static_cast<double>(nan)), n[12] = __double2int_ru(wide), n[13] = __double2int_rd(-wide);
    u[3] = __double2uint_rz(-wide), u[4] = __double2uint_rn(6.5 + 0x1p-40), u[5] = __double2uint_rn(wide);
}
int main() {
    int* n;
    unsigned* u;
    long long* w;
    CHECK(cudaMallocManaged(&n, 14 * 4));
    CHECK(cudaMallocManaged(&u, 6 * 4));
    CHECK(cudaMallocManaged(&w, 32));
    compute<<<1, 1>>>(n, u, w, 2.5f, 1e30f, NAN, 1e300);
    LAUNCHED;
    printf("%d %d %d %d, %d %d %d %d\n", n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7]);
    printf("%d %d %u %u %d %u\n", n[8], n[9], u[0], u[1], n[10], u[2]);
    printf("%lld %lld %llu %llx\n", w[0], w[1], static_cast<unsigned long long>(w[2]),
           static_cast<unsigned long long>(w[3]));
    printf("%x %d %d %u %u %u\n", n[11], n[12], n[13], u[3], u[4], u[5]);
    CHECK(cudaFree(n));
    CHECK(cudaFree(u));
    CHECK(cudaFree(w));
}
