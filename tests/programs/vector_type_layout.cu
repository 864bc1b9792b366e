// Sizes and alignments of the vector types, the make functions, conversions between uint3 and dim3.
// output: 1 2 3 4 | 2 4 6 8 | 4 8 12 16 | 8 16 24 32
// output: 1 2 1 4 | 2 4 2 8 | 4 8 4 16 | 8 16 8 16
// output: 6 4 1 1 64 2
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
#define SIZES(T) int(sizeof(T##1)), int(sizeof(T##2)), int(sizeof(T##3)), int(sizeof(T##4))
#define ALIGNMENTS(T) int(alignof(T##1)), int(alignof(T##2)), int(alignof(T##3)), int(alignof(T##4))
#define SAME(A, B) \
    static_assert(sizeof(A##3) == sizeof(B##3) && alignof(A##4) == alignof(B##4) && alignof(A##2) == alignof(B##2), "")
SAME(char, uchar);
SAME(short, ushort);
SAME(int, uint);
SAME(int, float);
SAME(longlong, ulonglong);
SAME(longlong, double);
SAME(long, ulong);

__global__ void compute(unsigned* y) {
    const dim3 thread = threadIdx, size = blockDim;
    const uint3 place = blockIdx, whole = gridDim;
    const int4 v = make_int4(1, 2, 3, 4);
    if (thread.x == 1 && thread.y == 3 && place.x == 1)
        y[0] = make_float3(1, 2, 3).z + v.y + 1, y[1] = size.y, y[2] = size.z, y[3] = make_uchar4(255, 1, 0, 0).y,
        y[4] = whole.x * 32, y[5] = thread.x + place.x;
}
int main() {
    unsigned* y;
    CHECK(cudaMallocManaged(&y, 24));
    compute<<<2, dim3(4, 4)>>>(y);
    LAUNCHED;
    const int sizes[] = {SIZES(char), SIZES(short), SIZES(float), SIZES(double)};
    const int alignments[] = {ALIGNMENTS(char), ALIGNMENTS(short), ALIGNMENTS(float), ALIGNMENTS(double)};
    for (int i = 0; i < 16; ++i) printf("%d%s", sizes[i], i == 15 ? "\n" : i % 4 == 3 ? " | " : " ");
    for (int i = 0; i < 16; ++i) printf("%d%s", alignments[i], i == 15 ? "\n" : i % 4 == 3 ? " | " : " ");
    printf("%u %u %u %u %u %u\n", y[0], y[1], y[2], y[3], y[4], y[5]);
    CHECK(cudaFree(y));
}
