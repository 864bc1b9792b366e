#include "judge/shape.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace cuset::judge {
namespace {

const Sizes kSizes = {{"n", 1021}, {"rows", 7}, {"cols", 13}};

std::string problem(std::string_view expression) {
    try {
        evaluate(expression, kSizes);
    } catch (const UserError& error) {
        return error.what();
    }
    return "";
}

TEST(Shape, ValuesFollowPrecedence) {
    EXPECT_EQ(evaluate("n", kSizes), 1021);
    EXPECT_EQ(evaluate("rows * cols", kSizes), 91);
    EXPECT_EQ(evaluate("rows + 2*cols - 1", kSizes), 32);
    EXPECT_EQ(evaluate("(n + 255) / 256", kSizes), 4);
    EXPECT_EQ(evaluate("100 - 10 - 1", kSizes), 89);
    EXPECT_EQ(evaluate("100 / 10 / 5", kSizes), 2);
    EXPECT_EQ(evaluate("-(rows - 10)", kSizes), 3);
}

TEST(Shape, ErrorsNameTheColumn) {
    EXPECT_EQ(problem("rows * m"), "\"rows * m\": column 8: \"m\" is no size of the case");
    EXPECT_EQ(problem("n / (rows - 7)"), "\"n / (rows - 7)\": column 3: division by zero");
    EXPECT_EQ(problem("(n"), "\"(n\": column 3: \")\" is missing");
    EXPECT_EQ(problem("n n"), "\"n n\": column 3: unexpected \"n\"");
    EXPECT_EQ(problem(""), "\"\": column 1: a number or name is missing");
    EXPECT_EQ(problem("n $ 2"), "\"n $ 2\": column 3: unexpected \"$\"");
}

TEST(Shape, OverflowIsAnError) {
    EXPECT_NE(problem("9223372036854775807 + 1").find("64 bits"), std::string::npos);
    EXPECT_NE(problem("4611686018427387904 * 2").find("64 bits"), std::string::npos);
    EXPECT_NE(problem("99999999999999999999").find("64 bits"), std::string::npos);
    EXPECT_NE(problem("-(0-9223372036854775807-1)").find("64 bits"), std::string::npos);
    EXPECT_NE(problem("(0-9223372036854775807-1) / (0-1)").find("64 bits"), std::string::npos);
    EXPECT_NE(problem(std::string(5000, '(')).find("deeply"), std::string::npos);
}

TEST(Shape, AnArrayCannotHaveANegativeSize) {
    EXPECT_THROW(element_count({"x", "float32", "rows - n", "normal"}, kSizes), UserError);
    EXPECT_EQ(element_count({"x", "float32", "rows - 7", "normal"}, kSizes), 0);
}

}  // namespace
}  // namespace cuset::judge
