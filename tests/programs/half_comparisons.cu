// Ordered comparisons are false and unordered ones true where a NaN is; pairs, masks and all-of forms agree.
// output: 0
#include <cuda_fp16.h>

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
#define EACH(F) F(eq, ==) F(ne, !=) F(lt, <) F(gt, >) F(le, <=) F(ge, >=)
__global__ void compare(int* wrong) {
    const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, 65504.0f, INFINITY, -INFINITY, NAN, 6e-8f};
    for (const float x : values)
        for (const float y : values) {
            const __half a = x, b = y;
            const __half2 p = __halves2half2(a, b), q = __halves2half2(b, b);
            const bool nan = isnan(x) || isnan(y);
#define TEST(name, operation)                                                                                         \
    {                                                                                                                 \
        const bool ordered = !nan && float(a) operation float(b), unordered = nan || float(a) operation float(b);     \
        const bool same = !isnan(y) && float(b) operation float(b), same_u = isnan(y) || float(b) operation float(b); \
        *wrong += __h##name(a, b) != ordered;                                                                         \
        *wrong += __h##name##u(a, b) != unordered;                                                                    \
        const __half2 pair = __h##name##2(p, q), pair_u = __h##name##u2(p, q);                                        \
        *wrong += __low2float(pair) != ordered || __high2float(pair) != same;                                         \
        *wrong += __low2float(pair_u) != unordered || __high2float(pair_u) != same_u;                                 \
        *wrong += __hb##name##2(p, q) != (ordered && same);                                                           \
        *wrong += __hb##name##u2(p, q) != (unordered && same_u);                                                      \
        *wrong += __h##name##2_mask(p, q) != ((ordered ? 0xffffu : 0) | (same ? 0xffff0000u : 0));                    \
        *wrong += __h##name##u2_mask(p, q) != ((unordered ? 0xffffu : 0) | (same_u ? 0xffff0000u : 0));               \
    }
            EACH(TEST)
            *wrong += __hisnan(a) != isnan(x) || __hisinf(a) != (isinf(x) ? (x > 0 ? 1 : -1) : 0);
            *wrong += __low2float(__hisnan2(p)) != (isnan(x) ? 1.0f : 0.0f);
        }
}
int main() {
    int* wrong;
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    *wrong = 0;
    compare<<<1, 1>>>(wrong);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(wrong));
}
