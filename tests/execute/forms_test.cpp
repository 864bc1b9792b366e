// The forms that launches, shared variables and barriers take in programs.
#include "program.h"

namespace cuset::execute {
namespace {

TEST(Forms, SharedMemoryForms) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
struct Pair { int a; float b; };
struct alignas(16) Vec { float v[4]; };
extern __shared__ unsigned char arena[];
template <class T, int N> struct Holder { T items[N]; };
template <int N> __global__ void forms(int* out) {
    __shared__ int scalar, grid[2][N][4];
    __shared__ Pair pairs[N];
    __shared__ __align__(16) float aligned[N];
    __shared__ Holder<int, N> holder;
    static __shared__ volatile int counter;
    constexpr int kLocal = N * 2;
    __shared__ Vec vectors[kLocal];  // comment; with a semicolon
    float* dynamic = reinterpret_cast<float*>(arena);
    int t = threadIdx.x;
    if (t == 0) { scalar = 5; counter = 2; }
    grid[1][t][3] = t; pairs[t].a = t * 2; aligned[t] = t; holder.items[t] = 1; dynamic[t] = t; vectors[kLocal - 1].v[0] = 3;
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int i = 0; i < N; ++i) sum += grid[1][i][3] + pairs[i].a + (int)aligned[i] + holder.items[i] + (int)dynamic[i];
        out[0] = sum + scalar + counter;
        out[1] = sizeof(grid) / sizeof(int) + sizeof(pairs);
        out[2] = (unsigned long long)aligned % 16 + (unsigned long long)vectors % 16;
    }
}
__global__ void two_views(int* out, int n) {
    extern __shared__ __align__(16) float buffer[];
    float* first = buffer;
    int* second = (int*)&buffer[n];
    first[threadIdx.x] = 1.5f; second[threadIdx.x] = 2;
    __syncthreads();
    if (threadIdx.x == 0) out[0] = (int)(first[n - 1] * 2) + second[n - 1];
}
int main() {
    int* out; cudaMallocManaged(&out, 64);
    forms<8><<<1, 8, 8 * sizeof(float)>>>(out);
    printf("%d %d %d\n", out[0], out[1], out[2]);
    two_views<<<2, 16, 16 * (sizeof(float) + sizeof(int))>>>(out, 16);
    printf("%d\n", out[0]);
}
)"),
              "155 128 0\n5\n");
}

TEST(Forms, LaunchForms) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
#define CHECK(call) do { call; cudaError_t e = cudaGetLastError(); if (e != cudaSuccess) { printf("bad %s\n", cudaGetErrorName(e)); } } while (0)
#define LAUNCH(kernel, n, ...) kernel<<<(n + 31) / 32, 32>>>(__VA_ARGS__)
__global__ void set(int* x, int v) { x[blockIdx.x * blockDim.x + threadIdx.x] = v; }
template <typename T, typename F> __global__ void apply(T* x, F f) { x[threadIdx.x] = f(x[threadIdx.x]); }
struct Twice { __host__ __device__ int operator()(int v) const { return v * 2; } };
__global__ void optional(int* x, const float* y) { if (y == nullptr) x[0] += 1; }
struct Runner {
    int* x;
    template <class K> void go(K kernel, cudaStream_t stream) { kernel<<<1, dim3(4, 2, 1), 0, stream>>>(x, 9); }
};
int calls = 0;
int next() { return ++calls; }
int main() {
    int* x; cudaMallocManaged(&x, 256);
    cudaStream_t s; cudaStreamCreate(&s);
    set<<<1, 32>>>(x, next()); printf("%d ", x[31]);
    set <<< 2,
            32 >>> (x,
                    next());
    printf("%d ", x[63]);
    CHECK((set<<<1, 1>>>(x, 3))); printf("%d ", x[0]);
    LAUNCH(set, 64, x, 4); printf("%d ", x[63]);
    void (*pointer)(int*, int) = set; pointer<<<1, 1, 0, s>>>(x, 5); printf("%d ", x[0]);
    apply<<<1, 32>>>(x, Twice()); printf("%d ", x[0]);
    const int k = 3; apply<<<1, 32>>>(x, [=] __device__(int v) { return v + k; }); printf("%d ", x[0]);
    optional<<<1, 1>>>(x, NULL); printf("%d ", x[0]);
    Runner{x}.go(set, s); printf("%d ", x[7]);
    if (calls == 2) set<<<1, 1>>>(x, 10); else set<<<1, 1>>>(x, 11);
    printf("%d ", x[0]);
    void* arguments[] = {&x, &calls};
    cudaLaunchKernel((void*)set, dim3(1), dim3(1), arguments, 0, s); printf("%d\n", x[0]);
}
)"),
              "1 2 3 4 5 10 13 14 11 10 2\n");
}

TEST(Forms, SharedMemoryFromAMacro) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
#define BUFFER(T, name, n) __shared__ T name[n]
__global__ void k(int* out) {
    BUFFER(int, a, 32); BUFFER(float, b, 32);
    a[threadIdx.x] = threadIdx.x; b[threadIdx.x] = 2;
    __syncthreads();
    if (threadIdx.x == 0) *out = a[31] * (int)b[5];
}
int main() { int* out; cudaMallocManaged(&out, 4); k<<<1, 32>>>(out); printf("%d\n", *out); }
)"),
              "62\n");
}

TEST(Forms, SeveralSources) {
    const TemporaryDirectory directory;
    const CompileResult compiled =
        compile({{"a.cu", "__global__ void k(int* x) { *x = 4; }\nvoid launch(int* x) { k<<<1, 1>>>(x); }\n"}},
                {{"main.cpp",
                  "#include <cuda_runtime.h>\n#include <cstdio>\nvoid launch(int*);\n"
                  "int main(int n, char** a) { int* x; cudaMallocManaged(&x, 4); launch(x); printf(\"%d %s\\n\", *x, "
                  "a[n - 1]); }\n"}},
                directory.path(), {});
    ASSERT_EQ(compiled.status, CompileResult::Status::ok) << compiled.message;
    RunOptions options;
    options.arguments = {"hello"};
    const RunResult result = run(compiled.executable, options);
    EXPECT_EQ(result.out, "4 hello\n");
    EXPECT_EQ(result.kernel_launches, 1);
}

TEST(Forms, BarriersThroughMacrosFunctorsAndTemplates) {
    EXPECT_EQ(output_of(R"(
#include <cstdio>
#define SYNC() __syncthreads()
__device__ void step(int* s) { s[threadIdx.x] += s[(threadIdx.x + 1) % 64]; }
template <class F> __device__ void twice(F f) { f(); SYNC(); f(); }
struct Rotate {
    int* s;
    __device__ void operator()() const { int v = s[(threadIdx.x + 1) % 64]; SYNC(); s[threadIdx.x] = v; }
};
__global__ void k(int* out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    SYNC();
    twice(Rotate{s});
    SYNC();
    out[threadIdx.x] = s[threadIdx.x];
}
int main() {
    int* out; cudaMallocManaged(&out, 256);
    k<<<1, 64>>>(out);
    printf("%d %d\n", out[0], out[63]);
}
)"),
              "2 1\n");
}

TEST(Forms, HeadersOfTheUserAreTranslated) {
    const TemporaryDirectory directory, user;
    write_file(user.path() / "sub/sum.cuh",
               "#pragma once\n#include \"warp.cuh\"\n__global__ void sum(int* x) {\n    __shared__ int s[32];\n"
               "    s[threadIdx.x] = 1;\n    __syncthreads();\n    *x = warp_sum(s[threadIdx.x]);\n}\n");
    write_file(user.path() / "sub/warp.cuh",
               "#pragma once\n__device__ int warp_sum(int v) {\n    for (int o = 16; o > 0; o /= 2) v += "
               "__shfl_xor_sync(~0u, v, o);\n"
               "    return v;\n}\ninline void launch(int* x);\n");
    CompileOptions options;
    options.include_dirs = {user.path().string()};
    const std::string text =
        "#include \"sub/sum.cuh\"\n#include <cstdio>\nint main() { int* x; cudaMallocManaged(&x, 4); sum<<<1, "
        "32>>>(x); "
        "printf(\"%d\\n\", *x); }\n";
    const CompileResult compiled = compile({{"main.cu", text}}, {}, directory.path(), options);
    ASSERT_EQ(compiled.status, CompileResult::Status::ok) << compiled.message;
    EXPECT_EQ(run(compiled.executable, {}).out, "32\n");
}

TEST(Forms, HeadersBesideTheSourceAreFound) {
    const TemporaryDirectory directory, user;
    write_file(user.path() / "fill.cuh",
               "#include \"sub/value.cuh\"\n__global__ void fill(int* x) { __shared__ int s; s = value; *x = s; }\n");
    write_file(user.path() / "sub/value.cuh", "#pragma once\nconstexpr int value = 7;\n");
    const std::string text =
        "#include \"fill.cuh\"\n#include <cstdio>\nint main() { int* x; cudaMallocManaged(&x, 4); fill<<<1, 1>>>(x); "
        "printf(\"%d\\n\", *x); }\n";
    write_file(user.path() / "main.cu", text);
    const CompileResult compiled = compile({{user.path() / "main.cu", text}}, {}, directory.path(), {});
    ASSERT_EQ(compiled.status, CompileResult::Status::ok) << compiled.message;
    EXPECT_EQ(run(compiled.executable, {}).out, "7\n");
}

}  // namespace
}  // namespace cuset::execute
