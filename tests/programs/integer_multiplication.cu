// High halves of products, 24-bit products, averages, sums of absolute differences, against wider arithmetic.
// output: 0
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
__global__ void compute(int* wrong, unsigned seed) {
    unsigned state = seed + threadIdx.x * 7919;
    for (int i = 0; i < 20; ++i) {
        const unsigned a = state = state * 1664525u + 1013904223u, b = state = state * 1664525u + 1013904223u;
        const int sa = static_cast<int>(a), sb = static_cast<int>(b);
        const unsigned long long wa = static_cast<unsigned long long>(a) << 32 | b,
                                 wb = static_cast<unsigned long long>(b) << 32 | a;
        int bad = __umulhi(a, b) != static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
        bad += __mulhi(sa, sb) != static_cast<int>(static_cast<long long>(sa) * sb >> 32);
        // (a + b/2^32)(b + a/2^32), by parts of 32 bits
        const unsigned long long low = static_cast<unsigned long long>(b) * a;
        const unsigned long long cross1 = static_cast<unsigned long long>(a) * a,
                                 cross2 = static_cast<unsigned long long>(b) * b;
        const unsigned long long middle = (low >> 32) + static_cast<unsigned>(cross1) + static_cast<unsigned>(cross2);
        const unsigned long long high = low + (cross1 >> 32) + (cross2 >> 32) + (middle >> 32);
        bad += __umul64hi(wa, wb) != high;
        const long long swa = static_cast<long long>(wa), swb = static_cast<long long>(wb);
        bad += static_cast<unsigned long long>(__mul64hi(swa, swb)) != high - (swa < 0 ? wb : 0) - (swb < 0 ? wa : 0);
        bad += __umul24(a, b) != (a & 0xffffff) * (b & 0xffffff);
        bad += __mul24(sa, sb) != static_cast<int>(static_cast<unsigned>(static_cast<int>(a << 8) >> 8) *
                                                   static_cast<unsigned>(static_cast<int>(b << 8) >> 8));
        bad += __hadd(sa, sb) != static_cast<int>((static_cast<long long>(sa) + sb) >> 1);
        bad += __rhadd(sa, sb) != static_cast<int>((static_cast<long long>(sa) + sb + 1) >> 1);
        bad += __uhadd(a, b) != static_cast<unsigned>((static_cast<unsigned long long>(a) + b) >> 1);
        bad += __urhadd(a, b) != static_cast<unsigned>((static_cast<unsigned long long>(a) + b + 1) >> 1);
        bad += __sad(sa, sb, 5u) !=
               static_cast<unsigned>(sa > sb ? static_cast<long long>(sa) - sb : static_cast<long long>(sb) - sa) + 5;
        bad += __usad(a, b, 5u) != (a > b ? a - b : b - a) + 5;
        if (bad) atomicAdd(wrong, bad);
    }
}
int main() {
    int* wrong;
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    compute<<<1, 64>>>(wrong, 1u);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(wrong));
}
