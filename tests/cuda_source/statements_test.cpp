#include "cuda_source/statements.h"

#include <gtest/gtest.h>

#include <string>

namespace cuset::cuda_source {
namespace {

using Kind = Statement::Kind;

// The statements' kinds, with the number of tokens of each: "if:9 simple:2".
std::string kinds(const std::string& text) {
    static const char* const names[] = {"simple", "block", "if", "for", "while", "do"};
    const Code code(text);
    std::string result;
    for (const Statement& s : read_statements(code, 0, code.size()))
        result.append(names[static_cast<int>(s.kind)]).append(":").append(std::to_string(s.end - s.begin)).append(" ");
    return result.substr(0, result.size() - (result.empty() ? 0 : 1));
}

TEST(Statements, Kinds) {
    EXPECT_EQ(kinds("int a = 1; if (a) b(); else { c(); } d();"), "simple:5 if:15 simple:4");
    EXPECT_EQ(kinds("for (;;) { } while (x) ; do { } while (x); { ; }"), "for:7 while:5 do:8 block:3");
    EXPECT_EQ(kinds("switch (x) { case 1: y(); } z();"), "simple:13 simple:4");
    EXPECT_EQ(kinds("LOOP(i, n) { a(); } b();"), "simple:12 simple:4");  // a macro
    EXPECT_EQ(kinds("{ a(); MACRO } b();"), "block:7 simple:4");
}

// Whatever stands there, reading ends.
TEST(Statements, IncompleteText) {
    for (const char* text : {"if", "if )", "(a if ) b", "if (", "do", "do x", "do x; while", "while )", "for (a",
                             "{ if (x)", "else", "}", "a } b; }", "switch", "if (a) else", "if constexpr"})
        kinds(text);
    std::string deep = "if (a) ";
    for (int i = 0; i < 15; ++i) deep += deep;
    kinds(deep);
    std::string blocks(100000, '{');
    kinds(blocks + std::string(100000, '}'));
}

}  // namespace
}  // namespace cuset::cuda_source
