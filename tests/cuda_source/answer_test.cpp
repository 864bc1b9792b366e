#include "cuda_source/answer.h"

#include <gtest/gtest.h>

namespace cuset::cuda_source {
namespace {

constexpr const char* kKernel = "__global__ void k() {}\n";

TEST(Answer, TakesTheFencedBlock) {
    for (const char* language : {"cuda", "c++", "cpp", "cu", "c", "CUDA", ""})
        EXPECT_EQ(extract_code(std::string("Here it is:\n```") + language + "\n" + kKernel + "```\nDone."), kKernel)
            << language;
}

TEST(Answer, UnclosedFence) {
    EXPECT_EQ(extract_code("```cuda\n__global__ void k() {"), "__global__ void k() {\n");
}

TEST(Answer, NoFenceAndNoKernel) {
    EXPECT_EQ(extract_code("The function:\n\nvoid launch(int n) {\n    copy(n);\n}\nDone."),
              "void launch(int n) {\n    copy(n);\n}\n");
    EXPECT_EQ(extract_code("I avoid launches; { see above }"), std::nullopt);
}

TEST(Answer, NoFence) {
    EXPECT_EQ(extract_code(kKernel), kKernel);
    EXPECT_EQ(
        extract_code("Sure, this is the kernel.\n\n#include <cstdio>\n__global__ void k() {\n}\nIt adds numbers.\n"),
        "#include <cstdio>\n__global__ void k() {\n}\n");
}

TEST(Answer, NoCode) {
    EXPECT_EQ(extract_code(""), std::nullopt);
    EXPECT_EQ(extract_code("I cannot help with that."), std::nullopt);
    EXPECT_EQ(extract_code("```bash\nnvcc a.cu\n```"), std::nullopt);
}

TEST(Answer, ReasoningIsLeftOut) {
    EXPECT_EQ(extract_code("<think>```cuda\n__global__ void wrong() { int long_body; "
                           "}\n```</think>\n```cuda\n__global__ void k() {}\n```"),
              kKernel);
    EXPECT_EQ(extract_code("reasoning ```cuda\n__global__ x\n```</think>```cpp\n__global__ void k() {}\n```"), kKernel);
    EXPECT_EQ(extract_code("<think>never ends ```cuda\n__global__ void k() {}\n```"), std::nullopt);
}

TEST(Answer, SeveralBlocks) {
    EXPECT_EQ(
        extract_code("```cuda\n__global__ void k() {}\n```\nuse:\n```cpp\nk<<<1, 1>>>();\n```\n```bash\nnvcc\n```"),
        kKernel);
    EXPECT_EQ(extract_code("```cpp\nint a;\n```\nand\n```cpp\nint b;\n```"), "int a;\nint b;\n");
}

TEST(Answer, LineEndsAndByteOrderMark) {
    EXPECT_EQ(extract_code("\xEF\xBB\xBF```cuda\r\n__global__ void k() {}\r\n```\r\n"), kKernel);
}

TEST(Answer, LongerFencesAndTildes) {
    EXPECT_EQ(extract_code("~~~cuda\n__global__ void k() {}\n~~~"), kKernel);
    EXPECT_EQ(extract_code("````cuda\n// ```\n__global__ void k() {}\n````"), std::string("// ```\n") + kKernel);
    EXPECT_EQ(extract_code("1. Code:\n   ```cuda\n   __global__ void k() {}\n   ```"), std::string("   ") + kKernel);
}

}  // namespace
}  // namespace cuset::cuda_source
