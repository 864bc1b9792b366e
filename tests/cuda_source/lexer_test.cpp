#include "cuda_source/lexer.h"

#include <gtest/gtest.h>

#include <string>

#include "base/hash.h"

namespace cuset::cuda_source {
namespace {

// Kinds and texts of the tokens that are not whitespace: "i:name k:int o:<<<".
std::string shape(std::string_view text) {
    static const char letters[] = "iknscCdowu";
    std::string result;
    size_t at = 0;
    for (const Token& token : lex(text)) {
        EXPECT_EQ(token.offset, at);
        EXPECT_GT(token.length, 0u);
        at += token.length;
        if (token.kind == TokenKind::whitespace) continue;
        if (!result.empty()) result += ' ';
        result += letters[static_cast<int>(token.kind)];
        result += ':';
        result += text_of(text, token);
    }
    EXPECT_EQ(at, text.size());
    return result;
}

TEST(Lexer, TellsKinds) {
    EXPECT_EQ(shape("__global__ void k(int n);"), "k:__global__ k:void i:k o:( k:int i:n o:) o:;");
    EXPECT_EQ(shape("k<<<1,2>>>(x)"), "i:k o:<<< n:1 o:, n:2 o:>>> o:( i:x o:)");
    EXPECT_EQ(shape("a>>=b>>c>=d"), "i:a o:>>= i:b o:>> i:c o:>= i:d");
}

TEST(Lexer, ReadsNumbers) {
    EXPECT_EQ(shape("1.5e-3f 0x1p+4 1'000'000 .5f 0xE+1"), "n:1.5e-3f n:0x1p+4 n:1'000'000 n:.5f n:0xE o:+ n:1");
}

TEST(Lexer, KeepsStringsWhole) {
    EXPECT_EQ(shape(R"x("a\"<<<" 'b' '\'' u8"c")x"), R"x(s:"a\"<<<" c:'b' c:'\'' s:u8"c")x");
    EXPECT_EQ(shape("R\"d(})\" \n{)d\" x"), "s:R\"d(})\" \n{)d\" i:x");
    EXPECT_EQ(shape("LR\"(a)\" R \"b\""), "s:LR\"(a)\" i:R s:\"b\"");
}

TEST(Lexer, EndsUnterminatedThings) {
    EXPECT_EQ(shape("\"open\nx"), "s:\"open i:x");
    EXPECT_EQ(shape("/* open <<<"), "C:/* open <<<");
    EXPECT_EQ(shape("R\"(open"), "s:R\"(open");
    EXPECT_EQ(shape("'"), "c:'");
    EXPECT_EQ(shape("\"\\"), "s:\"\\");
}

TEST(Lexer, CommentsAndSplices) {
    EXPECT_EQ(shape("a // __global__ \\\nstill\nb"), "i:a C:// __global__ \\\nstill i:b");
    EXPECT_EQ(shape("a \\\n b"), "i:a i:b");
    EXPECT_EQ(shape("a /* \" */ b"), "i:a C:/* \" */ i:b");
}

TEST(Lexer, Directives) {
    EXPECT_EQ(shape("#define A(x) \\\n  x + 1\nint"), "d:#define A(x) \\\n  x + 1 k:int");
    EXPECT_EQ(shape("  # include <a>\r\nb"), "d:# include <a>\r i:b");
    EXPECT_EQ(shape("/* c */ #if 1\n"), "C:/* c */ d:#if 1");
    EXPECT_EQ(shape("#define B /* two\nlines */ 1\nb"), "d:#define B /* two\nlines */ 1 i:b");
    EXPECT_EQ(shape("a # b"), "i:a o:# i:b");
}

TEST(Lexer, CoversAnyBytes) {
    Random random(1);
    const std::string alphabet = "\"'\\/*\n\r #R(){}<>[];_a0.eE+-\xff\x01`";
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (long n = random.integer(0, 60); n > 0; --n)
            text += alphabet[static_cast<size_t>(random.integer(0, static_cast<long>(alphabet.size()) - 1))];
        shape(text);
    }
}

}  // namespace
}  // namespace cuset::cuda_source
