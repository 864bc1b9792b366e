// SIMD intrinsics on four bytes: all 65536 pairs of bytes, each against the definition.
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
__device__ int clamp(int x, int low, int high) {
    return x < low ? low : x > high ? high : x;
}
__device__ bool all(unsigned word, int value) {
    return word == (value & 0xff) * 0x01010101u;
}
__global__ void compute(int* wrong) {
    const int u = blockIdx.x, v = threadIdx.x, s = static_cast<signed char>(u), t = static_cast<signed char>(v);
    const unsigned a = u * 0x01010101u, b = v * 0x01010101u;
    int bad = !all(__vadd4(a, b), u + v) + !all(__vsub4(a, b), u - v);
    bad += !all(__vaddss4(a, b), clamp(s + t, -128, 127)) + !all(__vaddus4(a, b), clamp(u + v, 0, 255));
    bad += !all(__vsubss4(a, b), clamp(s - t, -128, 127)) + !all(__vsubus4(a, b), clamp(u - v, 0, 255));
    bad += !all(__vabsdiffu4(a, b), u > v ? u - v : v - u) + !all(__vabsdiffs4(a, b), s > t ? s - t : t - s);
    bad += !all(__vmaxu4(a, b), u > v ? u : v) + !all(__vmaxs4(a, b), s > t ? s : t);
    bad += !all(__vminu4(a, b), u < v ? u : v) + !all(__vmins4(a, b), s < t ? s : t);
    bad += !all(__vavgu4(a, b), (u + v + 1) / 2) + !all(__vhaddu4(a, b), (u + v) / 2);
    bad += !all(__vcmpeq4(a, b), u == v ? 255 : 0) + !all(__vcmpne4(a, b), u != v ? 255 : 0);
    bad += !all(__vcmpgts4(a, b), s > t ? 255 : 0) + !all(__vcmpgtu4(a, b), u > v ? 255 : 0);
    bad += !all(__vcmpges4(a, b), s >= t ? 255 : 0) + !all(__vcmpgeu4(a, b), u >= v ? 255 : 0);
    bad += !all(__vcmplts4(a, b), s < t ? 255 : 0) + !all(__vcmpltu4(a, b), u < v ? 255 : 0);
    bad += !all(__vcmples4(a, b), s <= t ? 255 : 0) + !all(__vcmpleu4(a, b), u <= v ? 255 : 0);
    bad += !all(__vseteq4(a, b), u == v) + !all(__vsetgts4(a, b), s > t) + !all(__vsetleu4(a, b), u <= v);
    bad += !all(__vabs4(a), s < 0 ? -s : s) + !all(__vabsss4(a), s == -128 ? 127 : s < 0 ? -s : s);
    bad += !all(__vneg4(a), -s) + !all(__vnegss4(a), s == -128 ? 127 : -s);
    bad += (__vsadu4(a, b) != 4u * (u > v ? u - v : v - u)) + (__vsads4(a, b) != 4u * (s > t ? s - t : t - s));
    if (bad) atomicAdd(wrong, bad);
}
int main() {
    int* wrong;
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    compute<<<256, 256>>>(wrong);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(wrong));
}
