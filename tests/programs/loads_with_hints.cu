// __ldg, __ldcs and the others on scalars and every kind of vector; stores with a hint convert like an assignment.
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
template <class T>
__device__ int test(const void* from, void* to) {
    const T* source = static_cast<const T*>(from);
    T* target = static_cast<T*>(to);
    const T a = __ldg(source), b = __ldcg(source + 1), c = __ldcs(source), d = __ldca(source + 1), e = __ldcv(source),
            f = __ldlu(source + 1);
    __stwb(target, a), __stcg(target + 1, b);
    __stcs(target + 2, c), __stwt(target + 3, d);
    target[4] = e, target[5] = f;
    int wrong = 0;
    for (int i = 0; i < 6; ++i)
        for (size_t k = 0; k < sizeof(T); ++k)
            wrong += reinterpret_cast<char*>(target + i)[k] != reinterpret_cast<const char*>(source + i % 2)[k];
    return wrong;
}
__global__ void compute(const void* from, void* to, int* wrong) {
    *wrong += test<char>(from, to) + test<unsigned char>(from, to) + test<short>(from, to) + test<unsigned>(from, to);
    *wrong += test<long long>(from, to) + test<float>(from, to) + test<double>(from, to) + test<char4>(from, to);
    *wrong += test<short2>(from, to) + test<uchar4>(from, to) + test<int2>(from, to) + test<int4>(from, to) +
              test<uint4>(from, to);
    *wrong += test<float2>(from, to) + test<float4>(from, to) + test<double2>(from, to) + test<longlong2>(from, to) +
              test<ulonglong2>(from, to);
    __stcg(static_cast<float*>(to), 3);
    *wrong += __ldg(static_cast<const float*>(to)) != 3.0f;
}
int main() {
    unsigned char *from, *to;
    int* wrong;
    CHECK(cudaMallocManaged(&from, 32));
    CHECK(cudaMallocManaged(&to, 96));
    CHECK(cudaMallocManaged(&wrong, 4));
    for (int i = 0; i < 32; ++i) from[i] = i + 1;
    *wrong = 0;
    compute<<<1, 1>>>(from, to, wrong);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    CHECK(cudaFree(wrong));
}
