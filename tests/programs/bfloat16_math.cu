// Mathematical functions of __nv_bfloat16: exact where the result is representable, within a unit elsewhere; pairs agree.
// output: 0 exact, 0 close, 0 pairs
#include <cuda_bf16.h>

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
__device__ int differs(__nv_bfloat16 x, float want) {
    return __bfloat162float(x) != want;
}
__global__ void compute(int* wrong, const double* want) {
    wrong[0] += differs(hceil(__nv_bfloat16(1.25f)), 2) + differs(hfloor(__nv_bfloat16(-1.25f)), -2) +
                differs(htrunc(__nv_bfloat16(-1.75f)), -1);
    wrong[0] += differs(hrint(__nv_bfloat16(2.5f)), 2) + differs(hrint(__nv_bfloat16(3.5f)), 4) +
                differs(hrint(__nv_bfloat16(-0.5f)), 0);
    wrong[0] += differs(hsqrt(__nv_bfloat16(4.0f)), 2) + differs(hrsqrt(__nv_bfloat16(4.0f)), 0.5f) +
                differs(hrcp(__nv_bfloat16(4.0f)), 0.25f);
    wrong[0] += differs(hexp(__nv_bfloat16(0.0f)), 1) + differs(hexp2(__nv_bfloat16(3.0f)), 8) +
                differs(hexp10(__nv_bfloat16(2.0f)), 100);
    wrong[0] += differs(hlog(__nv_bfloat16(1.0f)), 0) + differs(hlog2(__nv_bfloat16(8.0f)), 3) +
                differs(hlog10(__nv_bfloat16(100.0f)), 2);
    wrong[0] += differs(hsin(__nv_bfloat16(0.0f)), 0) + differs(hcos(__nv_bfloat16(0.0f)), 1);
    const __nv_bfloat16 x = 0.5f;
    const __nv_bfloat16 found[] = {hexp(x),   hlog(x),  hsin(x),   hcos(x),  hsqrt(x),
                                   hrsqrt(x), hexp2(x), hexp10(x), hlog10(x)};
    for (int i = 0; i < 9; ++i) wrong[1] += !(fabs(__bfloat162float(found[i]) - want[i]) <= 8e-3 * fabs(want[i]));
    const __nv_bfloat162 p = __floats2bfloat162_rn(0.5f, 2.0f);
    wrong[2] += !(h2exp(p) == __halves2bfloat162(hexp(p.x), hexp(p.y))) +
                !(h2sin(p) == __halves2bfloat162(hsin(p.x), hsin(p.y)));
    wrong[2] += !(h2sqrt(p) == __halves2bfloat162(hsqrt(p.x), hsqrt(p.y))) +
                !(h2rcp(p) == __halves2bfloat162(hrcp(p.x), hrcp(p.y)));
    wrong[2] += !(h2log2(p) == __floats2bfloat162_rn(-1, 1)) + !(h2ceil(p) == __floats2bfloat162_rn(1, 2)) +
                !(h2floor(p) == __floats2bfloat162_rn(0, 2)) + !(h2rint(p) == __floats2bfloat162_rn(0, 2));
    wrong[2] += !(h2trunc(p) == __floats2bfloat162_rn(0, 2)) +
                !(h2rsqrt(__floats2bfloat162_rn(4, 16)) == __floats2bfloat162_rn(0.5f, 0.25f)) +
                !(h2cos(__floats2bfloat162_rn(0, 0)) == __floats2bfloat162_rn(1, 1));
    wrong[2] += !(h2log(__floats2bfloat162_rn(1, 1)) == __floats2bfloat162_rn(0, 0)) +
                !(h2log10(__floats2bfloat162_rn(1, 10)) == __floats2bfloat162_rn(0, 1)) +
                !(h2exp2(__floats2bfloat162_rn(1, 2)) == __floats2bfloat162_rn(2, 4));
    wrong[2] += !(h2exp10(__floats2bfloat162_rn(0, 1)) == __floats2bfloat162_rn(1, 10));
}
int main() {
    int* wrong;
    double* want;
    CHECK(cudaMallocManaged(&wrong, 3 * sizeof(int)));
    CHECK(cudaMallocManaged(&want, 9 * sizeof(double)));
    const double values[] = {exp(0.5),  log(0.5),  sin(0.5),     cos(0.5),  sqrt(0.5),
                             sqrt(2.0), exp2(0.5), pow(10, 0.5), log10(0.5)};
    for (int i = 0; i < 9; ++i) want[i] = values[i];
    for (int i = 0; i < 3; ++i) wrong[i] = 0;
    compute<<<1, 1>>>(wrong, want);
    LAUNCHED;
    printf("%d exact, %d close, %d pairs\n", wrong[0], wrong[1], wrong[2]);
    CHECK(cudaFree(wrong));
    CHECK(cudaFree(want));
}
