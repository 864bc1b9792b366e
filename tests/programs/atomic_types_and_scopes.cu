// Every atomic function on every type, in the three scopes: final values and one old value each.
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
__device__ bool is(T old, T want) {
    return old == want;
}

#define SCOPES(name, T, start, value, result)                             \
    {                                                                     \
        T x = start;                                                      \
        *place = 0;                                                       \
        T* p = reinterpret_cast<T*>(place);                               \
        *p = x;                                                           \
        bad += !is<T>(name(p, value), start) || *p != T(result);          \
        *p = x;                                                           \
        bad += !is<T>(name##_block(p, value), start) || *p != T(result);  \
        *p = x;                                                           \
        bad += !is<T>(name##_system(p, value), start) || *p != T(result); \
    }
#define CAS(T, start, other)                                                          \
    {                                                                                 \
        T* p = reinterpret_cast<T*>(place);                                           \
        *p = start;                                                                   \
        bad += atomicCAS(p, T(start), T(other)) != T(start) || *p != T(other);        \
        bad += atomicCAS(p, T(start), T(start)) != T(other) || *p != T(other);        \
        bad += atomicCAS_system(p, T(other), T(start)) != T(other) || *p != T(start); \
        bad += atomicCAS_block(p, T(start), T(other)) != T(start) || *p != T(other);  \
    }
__global__ void compute(unsigned long long* place, int* wrong) {
    int bad = 0;
    using ull = unsigned long long;
    using ll = long long;
    SCOPES(atomicAdd, int, -5, 7, 2)
    SCOPES(atomicAdd, unsigned, 3u, ~0u, 2u) SCOPES(atomicAdd, ull, 1ull << 40, 5ull, (1ull << 40) + 5)
        SCOPES(atomicAdd, float, 1.5f, 2.25f, 3.75f) SCOPES(atomicAdd, double, 1.5, -2.25, -0.75) SCOPES(
            atomicSub, int, 5, 7, -2) SCOPES(atomicSub, unsigned, 5u, 7u, 0xfffffffeu) SCOPES(atomicExch, int, 1, 2, 2)
            SCOPES(atomicExch, unsigned, 1u, 2u, 2u) SCOPES(atomicExch, ull, 1ull, 2ull, 2ull)
                SCOPES(atomicExch, float, 1.0f, 2.0f, 2.0f) SCOPES(atomicMin, int, -5, 7, -5)
                    SCOPES(atomicMin, unsigned, 5u, 3u, 3u) SCOPES(atomicMin, ull, 5ull, 3ull, 3ull)
                        SCOPES(atomicMin, ll, 5ll, -3ll, -3ll) SCOPES(atomicMax, int, -5, 7, 7)
                            SCOPES(atomicMax, unsigned, 5u, ~0u, ~0u) SCOPES(atomicMax, ull, 5ull, 3ull, 5ull)
                                SCOPES(atomicMax, ll, -5ll, -3ll, -3ll) SCOPES(atomicAnd, int, 6, 3, 2)
                                    SCOPES(atomicAnd, unsigned, 6u, 3u, 2u) SCOPES(atomicAnd, ull, 6ull, 3ull, 2ull)
                                        SCOPES(atomicOr, int, 6, 3, 7) SCOPES(atomicOr, unsigned, 6u, 3u, 7u)
                                            SCOPES(atomicOr, ull, 6ull, 3ull, 7ull) SCOPES(atomicXor, int, 6, 3, 5)
                                                SCOPES(atomicXor, unsigned, 6u, 3u, 5u)
                                                    SCOPES(atomicXor, ull, 6ull, 3ull, 5ull)
                                                        SCOPES(atomicInc, unsigned, 3u, 3u, 0u)
                                                            SCOPES(atomicInc, unsigned, 2u, 3u, 3u)
                                                                SCOPES(atomicDec, unsigned, 0u, 9u, 9u)
                                                                    SCOPES(atomicDec, unsigned, 4u, 9u, 3u)
                                                                        SCOPES(atomicDec, unsigned, 12u, 9u, 9u)
                                                                            CAS(int, -1, 5) CAS(unsigned, 1u, 5u)
                                                                                CAS(ull, 1ull, 5ull << 40)* wrong +=
        bad;
}
int main() {
    unsigned long long* place;
    int* wrong;
    CHECK(cudaMallocManaged(&place, 8));
    CHECK(cudaMallocManaged(&wrong, 4));
    *wrong = 0;
    compute<<<1, 1>>>(place, wrong);
    LAUNCHED;
    printf("%d\n", *wrong);
    CHECK(cudaFree(place));
    CHECK(cudaFree(wrong));
}
