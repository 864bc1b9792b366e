#include "execute/cpu/phases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace cuset::execute::cpu {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string phased(const std::string& text) {
    BarrierReach reach;
    reach.add(text);
    reach.close();
    return add_phases(text, reach);
}
std::string kernel(const std::string& body, const std::string& parameters = "int n, const float* x, float* y") {
    return phased(
        "#define INDEX (blockIdx.x * n + threadIdx.x)\n#define SIZE 64\n#define STEP(v) (v) += 1\n"
        "#define DECLARE const int own = threadIdx.x\n"
        "struct P { int a; __device__ void f() {} };\n__device__ void change(int& v) { ++v; }\n"
        "__global__ void k(" +
        parameters + ") {" + body + "}\n");
}
bool has_phases(const std::string& text) {
    return text.find("cuset_phases_k") != std::string::npos;
}
// What is one variable of the block, not one of each thread.
bool is_common(const std::string& text, const std::string& name) {
    return has_phases(text) && text.find("cuset_v_" + name) == std::string::npos;
}

TEST(Phases, OnlyWhereEveryBarrierIsMetByAll) {
    EXPECT_TRUE(has_phases(kernel("y[threadIdx.x] = 1;")));
    EXPECT_TRUE(has_phases(kernel("__syncthreads(); y[threadIdx.x] = 1; __syncwarp();")));
    EXPECT_TRUE(has_phases(kernel("if (n > 3) { __syncthreads(); } else __syncthreads();")));
    EXPECT_TRUE(
        has_phases(kernel("for (int s = blockDim.x / 2; s > 0; s >>= 1) { y[threadIdx.x] += 1; __syncthreads(); }")));
    EXPECT_TRUE(has_phases(kernel("int s = SIZE; while (s > 0) { __syncthreads(); s /= 2; }")));
    EXPECT_TRUE(has_phases(kernel("int s = 0; do { __syncthreads(); if (s > n) break; } while (++n < 4);")) == false);
    EXPECT_FALSE(has_phases(kernel("if (threadIdx.x < 4) { __syncthreads(); }")));
    EXPECT_FALSE(has_phases(kernel("if (x[0] < 4) { __syncthreads(); }")));
    EXPECT_FALSE(has_phases(kernel("for (int i = threadIdx.x; i < n; ++i) { __syncthreads(); }")));
    EXPECT_FALSE(has_phases(kernel("for (int i = 0; i < n; ++i) { if (x[i] > 0) break; __syncthreads(); }")));
    EXPECT_FALSE(has_phases(kernel("int s = n; if (x[s] > 0) s = 3; while (s-- > 0) { __syncthreads(); }")));
    EXPECT_FALSE(has_phases(kernel("switch (n) { case 1: __syncthreads(); }")));
    EXPECT_FALSE(has_phases(kernel("y[0] = __syncthreads_count(1);")));
    EXPECT_FALSE(has_phases(kernel("y[0] = __shfl_sync(~0u, 1, 0);")));
}

TEST(Phases, NotWhereTheTextDoesNotTell) {
    EXPECT_TRUE(
        has_phases(phased("template <int kSize, class T, typename U = int> __global__ void k(T* p) {\n"
                          "for (int i = 0; i < kSize; ++i) { p[i] = U(1); __syncthreads(); } }")));
    EXPECT_FALSE(has_phases(kernel("auto f = [=] { return 1; }; y[0] = f();")));
    EXPECT_FALSE(has_phases(kernel("struct S { int a; }; S s{1}; y[0] = s.a;")));
    EXPECT_FALSE(has_phases(kernel("assert(n > 0);")));
    EXPECT_FALSE(has_phases(kernel("volatile float* v = y; v[0] = 1;")));
    EXPECT_FALSE(has_phases(kernel("again: goto again;")));
    EXPECT_FALSE(has_phases(kernel("\n#if 1\ny[0] = 1;\n#endif\n")));
    EXPECT_TRUE(has_phases(kernel("\n#pragma unroll\nfor (int i = 0; i < 4; ++i) y[i] = 1;\n")));
    EXPECT_FALSE(
        has_phases(phased("template <class T> __global__ void k(T* p);\ntemplate <> __global__ void k(int* p) {}\n"
                          "template <class T> __global__ void k(T* p) {}\n")));
    EXPECT_FALSE(has_phases(kernel("DECLARE; __syncthreads(); y[0] = own;")));
    EXPECT_FALSE(has_phases(phased("struct R { int& v; }; __global__ void k(int* p) { p[0] = 1; }\n")));
    EXPECT_FALSE(
        has_phases(phased("struct S {}; __device__ void operator>>(S, int& v) { v = 1; }\n"
                          "__global__ void k(int* p) { p[0] = 1; }\n")));
    // A reference that outlives the phase.
    EXPECT_FALSE(has_phases(kernel("float& r = y[threadIdx.x]; __syncthreads(); r = 2;")));
}

TEST(Phases, VariablesOfOneValue) {
    const std::string loop = "for (int t = 0; t < m; ++t) { y[t] = 1; __syncthreads(); }";
    EXPECT_TRUE(is_common(kernel("int m = n / SIZE;" + loop), "m"));
    EXPECT_TRUE(is_common(kernel("const int m = (n + blockDim.x - 1) / blockDim.x, q = min(n, 3);" + loop), "m"));
    EXPECT_TRUE(is_common(kernel("int m = n; m += 2; m <<= 1;" + loop), "m"));
    EXPECT_FALSE(has_phases(kernel("int m = INDEX;" + loop)));
    EXPECT_FALSE(has_phases(kernel("int m = n; STEP(m);" + loop)));
    EXPECT_FALSE(has_phases(kernel("int m = n; change(m);" + loop)));
    EXPECT_FALSE(has_phases(kernel("int m = n; atomicAdd(&m, 1);" + loop)));
    EXPECT_FALSE(has_phases(kernel("int m = n; int& r = m; r = threadIdx.x;" + loop)));
    EXPECT_FALSE(has_phases(kernel("int m = n; for (int i = 0; i < 3; m++, ++i) y[i] = 1;" + loop)));
    EXPECT_FALSE(has_phases(kernel("int m = *p;" + loop, "const int* p, float* y")));
    EXPECT_FALSE(has_phases(kernel("int m = p.a; p.a = threadIdx.x; m = p.a;" + loop, "P p, float* y")));
    EXPECT_THAT(kernel("p << x[0]; y[0] = p.a;", "P p, float* x, float* y"), HasSubstr("cuset_v_p"));
    EXPECT_TRUE(is_common(kernel("y[0] = p.a;", "P p, float* y"), "p"));
    // Each thread's own.
    EXPECT_THAT(kernel("int i = threadIdx.x; __syncthreads(); y[i] = 1;"), HasSubstr("PerThread<int> cuset_v_i"));
    EXPECT_THAT(kernel("float a[2][SIZE]; __syncthreads(); a[0][1] = 1; y[0] = a[0][1];"),
                HasSubstr("PerThread<float [ 2 ] [ SIZE ]> cuset_v_a"));
    EXPECT_THAT(kernel("const float* p = x + threadIdx.x; __syncthreads(); y[0] = *p;"),
                HasSubstr("PerThread<const float *> cuset_v_p"));
    EXPECT_THAT(kernel("n += threadIdx.x; __syncthreads(); y[n] = 1;"), HasSubstr("PerThread<decltype(n)> cuset_v_n"));
    // A constant is not stored again, nor is what a phase only reads.
    const std::string constant = kernel("const int i = threadIdx.x; int j = i; __syncthreads(); y[i] = j;");
    EXPECT_EQ(constant.find("cuset_v_i.set"), constant.rfind("cuset_v_i.set"));
    EXPECT_EQ(constant.find("cuset_v_j.set"), constant.rfind("cuset_v_j.set"));
}

// Pointers may lead to it: then it has one place over all phases, and is no copy in each.
bool is_fixed(const std::string& body) {
    const std::string text = kernel("int v = threadIdx.x;" + body + "__syncthreads(); y[0] = v;");
    return text.find("auto& v = cuset_v_v") != std::string::npos;
}

TEST(Phases, VariablesOfOnePlace) {
    EXPECT_TRUE(is_fixed("int* p = &v;"));
    EXPECT_TRUE(is_fixed("int* p = (int*)&v;"));
    EXPECT_TRUE(is_fixed("int* p = unknown(v);"));
    EXPECT_TRUE(is_fixed("int& r = v; int* p = &r;"));
    EXPECT_TRUE(is_fixed("int& r{v};"));
    EXPECT_TRUE(is_fixed("static_cast<int&>(v) = 3;"));
    EXPECT_FALSE(is_fixed("change(v);"));  // cannot keep it
    EXPECT_FALSE(is_fixed("atomicAdd(&v, 1);"));
    EXPECT_FALSE(is_fixed("int m = n & v; int& r = s[v];"));
    EXPECT_TRUE(has_phases(kernel("P p; p.f(); __syncthreads(); y[0] = p.a;")));
    EXPECT_THAT(kernel("P p; p.f(); __syncthreads(); y[0] = p.a;"), HasSubstr("auto& p = cuset_v_p"));
    EXPECT_THAT(kernel("float4 p; p.x = 1; __syncthreads(); y[0] = p.x;"), HasSubstr("auto p = cuset_v_p"));
}

// A quotient is not computed where every thread has returned.
TEST(Phases, EndWithTheLastThread) {
    const std::string text = kernel("if (n == 0) return; int m = 8 / n; __syncthreads(); y[0] = m;");
    EXPECT_LT(text.find("if (cuset_phases.all_left()) return;"), text.rfind("int m ="));
}

TEST(Phases, KeepLines) {
    const std::string text =
        "// first\n__global__\nvoid k(int* p, // here\n       int n) {\n  int i = threadIdx.x, // mine\n"
        "      j = 3;\n  __syncthreads();\n  for (int t = 0;\n       t < n; ++t) {\n"
        "    p[i] = j;\n    __syncthreads();\n  }\n  p[__LINE__] = i;\n}\nint after;\n";
    const std::string result = phased(text);
    ASSERT_TRUE(has_phases(result));
    const size_t copy = result.find("#line 2\n");
    ASSERT_NE(copy, std::string::npos);
    const auto line_of = [&](const std::string& what, size_t from) {
        const size_t at = result.find(what, from);
        return std::count(result.begin() + static_cast<long>(copy), result.begin() + static_cast<long>(at), '\n');
    };
    EXPECT_EQ(line_of("p[__LINE__]", copy), 12);  // from line 2 on: line 13
    EXPECT_EQ(line_of("p[i] = j", copy), 9);
    EXPECT_THAT(result, HasSubstr("\n#line 14\n\nint after;"));
    EXPECT_EQ(phased("int k;\n"), "int k;\n");
}

}  // namespace
}  // namespace cuset::execute::cpu
