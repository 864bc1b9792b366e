#include "cuda_source/spans.h"

#include <gtest/gtest.h>

#include <string>

#include "base/hash.h"

namespace cuset::cuda_source {
namespace {

using Texts = std::vector<std::string>;

Texts texts(std::string_view source, const std::vector<Span>& spans) {
    Texts result;
    for (const Span& span : spans) result.emplace_back(source.substr(span.begin, span.end - span.begin));
    return result;
}

Texts kernels(std::string_view source) {
    return texts(source, find_spans(source, SpanMode::paper).kernels);
}
Texts launches(std::string_view source) {
    return texts(source, find_spans(source, SpanMode::paper).launches);
}
Texts configurations(std::string_view source) {
    return texts(source, find_spans(source, SpanMode::paper).configurations);
}

TEST(Spans, KernelFromQualifierToBrace) {
    EXPECT_EQ(kernels("template <class T> __global__ void k(T* x) { if (x) { *x = 1; } } int y;"),
              Texts{"__global__ void k(T* x) { if (x) { *x = 1; } }"});
    EXPECT_EQ(kernels("extern \"C\" __global__ void __launch_bounds__(256, 2) k(int n = 3) {}"),
              Texts{"__global__ void __launch_bounds__(256, 2) k(int n = 3) {}"});
}

TEST(Spans, PrototypeEndsAtSemicolon) {
    EXPECT_EQ(kernels("__global__ void k(float*);\nint main() {}"), Texts{"__global__ void k(float*);"});
}

TEST(Spans, BracesInLiteralsAndCommentsDoNotCount) {
    const std::string source = "__global__ void k() { printf(\"}\"); /* } */ char c = '}'; // }\n R\"(}})\"; } int z;";
    EXPECT_EQ(kernels(source), Texts{source.substr(0, source.size() - 7)});
}

TEST(Spans, QualifierInCommentOrStringIsNone) {
    EXPECT_TRUE(kernels("// __global__ void k() {}\nconst char* s = \"__global__ void k() {}\";").empty());
}

TEST(Spans, UnclosedKernelRunsToTheEnd) {
    EXPECT_EQ(kernels("int a; __global__ void k() { int i = 0;\n"), Texts{"__global__ void k() { int i = 0;\n"});
    EXPECT_EQ(kernels("__global__ void k(float* a, "), Texts{"__global__ void k(float* a, "});
    EXPECT_EQ(kernels("__global__"), Texts{"__global__"});
}

TEST(Spans, LaunchStatement) {
    const std::string source = "void f() { k<<<grid, 256>>>(a, b); g(); }";
    EXPECT_EQ(launches(source), Texts{"k<<<grid, 256>>>(a, b);"});
    EXPECT_EQ(configurations(source), Texts{"<<<grid, 256>>>"});
}

TEST(Spans, LaunchesWithTemplates) {
    EXPECT_EQ(launches("ns::k<float, 16><<<g, b>>>(x);"), Texts{"ns::k<float, 16><<<g, b>>>(x);"});
    EXPECT_EQ(launches("k<A<B<int>>><<<g, b>>>(x);"), Texts{"k<A<B<int>>><<<g, b>>>(x);"});
    EXPECT_EQ(configurations("k<<<f<A<B<int>>>(n), 32>>>(x);"), Texts{"<<<f<A<B<int>>>(n), 32>>>"});
    EXPECT_EQ(configurations("k<<<1, size<int>>>>(x);"), Texts{"<<<1, size<int>>>>"});
    EXPECT_EQ(configurations("k<<<n < 4 ? 1 : 2, 32>>>(x);"), Texts{"<<<n < 4 ? 1 : 2, 32>>>"});
    EXPECT_EQ(launches("CHECK((k<<<1, 2>>>()));"), Texts{"k<<<1, 2>>>()"});
}

TEST(Spans, NestedTemplatesAreNoLaunch) {
    EXPECT_TRUE(
        launches("std::vector<std::vector<std::vector<int>>> v; const char* s = \"k<<<1, 2>>>()\"; x << y;").empty());
    EXPECT_TRUE(launches("<<<<<<< HEAD\nint a;\n=======\n>>>>>>> other\n").empty());
}

TEST(Spans, UnclosedLaunch) {
    EXPECT_EQ(launches("void f() { k<<<grid, "), Texts{"k<<<grid, "});
    EXPECT_EQ(launches("void f() { k<<<1, 2>>>(a, "), Texts{"k<<<1, 2>>>(a, "});
    EXPECT_EQ(launches("void f() { k<<<1, 2>>>"), Texts{"k<<<1, 2>>>"});
}

TEST(Spans, ExtendedAddsWhatFeedsTheGpu) {
    const std::string source =
        "__constant__ float c[4] = {1, 2};\n"
        "__device__ float f(float x) { return x; }\n"
        "__device__ int counter;\n"
        "void launch(float* p) {\n    const dim3 grid(2);\n    k<<<grid, 32>>>(p);\n}\n"
        "void other() { dim3 block(16); cudaLaunchKernel((void*)k, grid, block, args, 0, 0); }\n"
        "void host() {}\n";
    const Spans spans = find_spans(source, SpanMode::extended);
    EXPECT_EQ(texts(source, spans.kernels), Texts{"__device__ float f(float x) { return x; }"});
    EXPECT_EQ(texts(source, spans.others),
              (Texts{"__constant__ float c[4] = {1, 2};", "const dim3 grid(2);", "dim3 block(16);",
                     "cudaLaunchKernel((void*)k, grid, block, args, 0, 0);",
                     "void launch(float* p) {\n    const dim3 grid(2);\n    k<<<grid, 32>>>(p);\n}",
                     "void other() { dim3 block(16); cudaLaunchKernel((void*)k, grid, block, args, 0, 0); }"}));
    EXPECT_EQ(spans.merged().size(), 4u);
    EXPECT_TRUE(find_spans(source, SpanMode::paper).others.empty());
}

TEST(Spans, StayInsideAnyText) {
    Random random(2);
    const std::vector<std::string> pieces = {
        "__global__ ", "void ", "k", "<<<", ">>>", "(",  ")",  "{",          "}",           ";", "<",        ">", "[",
        "]",           "dim3 ", "x", ",",   "\"",  "//", "\n", "#define A ", "__device__ ", "=", "template", "::"};
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (long n = random.integer(0, 40); n > 0; --n) text += random.choose(pieces);
        for (const Span& span : find_spans(text, SpanMode::extended).merged()) {
            ASSERT_LE(span.begin, span.end) << text;
            ASSERT_LE(span.end, text.size()) << text;
        }
    }
}

}  // namespace
}  // namespace cuset::cuda_source
