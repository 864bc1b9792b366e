#include "execute/cpu/rewriter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/hash.h"
#include "execute/cpu/unsupported.h"

namespace cuset::execute::cpu {
namespace {

using testing::HasSubstr;

bool needs_fibers(const std::string& text, std::string_view kernel) {
    BarrierReach reach;
    reach.add(text);
    reach.close();
    return reach.needs_fibers(kernel);
}

std::string rewritten(const std::string& text) {
    BarrierReach reach;
    reach.add(text);
    reach.close();
    return rewrite(text, "a.cu", reach);
}

long lines(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

TEST(Rewriter, KeepsLines) {
    const std::string text =
        "__global__ void k(int* a,\n int b) {\n __shared__ float\n   s[4], // here\n   t;\n s[0] = 1;\n}\n"
        "#define RUN(x) \\\n  k<<<1, \\\n 2>>>(x, 1)\nvoid f(int* p) {\n  k<<<\n    1,\n    2\n  >>>(\n    p, // "
        "arguments\n    3\n  );\n RUN(p);\n}\n";
    EXPECT_EQ(lines(rewritten(text)), lines(text) + 2);  // #line before, a newline after
}

TEST(Rewriter, LeavesLiteralsAndCommentsAlone) {
    const std::string text = "const char* s = \"k<<<1, 2>>>(x); __shared__ int a;\"; // k<<<1, 2>>>(x);\n";
    EXPECT_EQ(rewritten(text), "#line 1 \"a.cu\"\n" + text + "\n");
}

TEST(Rewriter, BrokenTextIsLeftToTheCompiler) {
    for (const char* text : {"k<<<1, 2>>>(x", "k<<<1, 2", "__shared__ int a", "<<<>>>",
                             "__global__ void k() { __shared__ ", "#define", "#define A("})
        EXPECT_FALSE(rewritten(text).empty());
}

TEST(Rewriter, EndsOnAnyText) {
    Random random(3);
    const std::vector<std::string> pieces = {"__global__ ",
                                             "void ",
                                             "k",
                                             "<<<",
                                             ">>>",
                                             "(",
                                             ")",
                                             "{",
                                             "}",
                                             ";",
                                             "<",
                                             ">",
                                             "[",
                                             "]",
                                             "x",
                                             ",",
                                             "\"",
                                             "\n",
                                             "#define A ",
                                             "=",
                                             "extern ",
                                             "float ",
                                             "volatile ",
                                             "::",
                                             "inline ",
                                             "static ",
                                             "__shared__ ",
                                             "__forceinline__ ",
                                             "cudaLaunchKernel",
                                             "* ",
                                             "template ",
                                             "."};
    for (int round = 0; round < 5000; ++round) {
        std::string text;
        for (long n = random.integer(0, 40); n > 0; --n) text += random.choose(pieces);
        rewritten(text);
        find_unsupported(text);
    }
}

TEST(BarrierReach, FollowsNames) {
    EXPECT_FALSE(needs_fibers("__global__ void k(int* x) { x[threadIdx.x] = 1; } int main() { k<<<1, 1>>>(0); }", "k"));
    EXPECT_TRUE(needs_fibers("__global__ void k() { __syncthreads(); }", "k"));
    const std::string two =
        "__device__ void f() { __syncwarp(); }\n#define G() f()\n__global__ void a() { G(); }\n__global__ void b() { "
        "int x; }\n"
        "int main() { a<<<1, 1>>>(); b<<<1, 1>>>(); }";
    EXPECT_TRUE(needs_fibers(two, "a"));
    EXPECT_FALSE(needs_fibers(two, "b"));
    EXPECT_TRUE(needs_fibers(two, "unknown"));
}

TEST(BarrierReach, IsConservative) {
    EXPECT_TRUE(
        needs_fibers("struct F { __device__ void operator()() { __syncthreads(); } };\ntemplate <class T> __global__ "
                     "void k(T f) { f(); }",
                     "k"));
    EXPECT_TRUE(needs_fibers("#include \"mine.h\"\n__global__ void k() { g(); }", "k"));
    EXPECT_TRUE(needs_fibers(
        "__device__ void f() { __syncthreads(); }\n__device__ void (*p)() = f;\n__global__ void k() { p(); }", "k"));
    EXPECT_FALSE(needs_fibers("#include \"cuda_runtime.h\"\n__global__ void k() { }", "k"));
}

TEST(Unsupported, NamesFeatureAndLine) {
    EXPECT_EQ(find_unsupported("int a;\n#include <curand_kernel.h>\n"), "cuRAND (curand_kernel.h), line 2");
    EXPECT_EQ(find_unsupported("#include <cuda/atomic>\n"), "libcu++ (cuda/atomic), line 1");
    EXPECT_EQ(find_unsupported("#include <cuda/cuda.h>\n"), "");  // there is no such header
    EXPECT_THAT(find_unsupported("__global__ void k() {\n surf2Dread(&v, s, 1, 2);\n}"), HasSubstr("line 2"));
    EXPECT_EQ(find_unsupported("#include <cuda_runtime.h>\n// surf2Dread\nconst char* s = \"asm\";\n"), "");
}

}  // namespace
}  // namespace cuset::execute::cpu
