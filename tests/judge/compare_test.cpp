#include "judge/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace cuset::judge {
namespace {

template <typename T>
Bytes bytes(std::initializer_list<T> values) {
    Bytes result(values.size() * sizeof(T));
    std::memcpy(result.data(), std::data(values), result.size());
    return result;
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();
const Dtype& kFloat = *find_dtype("float32");
const Dtype& kInt = *find_dtype("int32");

TEST(Compare, ToleranceIsAbsolutePlusRelative) {
    const Bytes want = bytes<double>({100.0, 0.0});
    EXPECT_TRUE(compare(kFloat, want, bytes<float>({100.1f, 0.0f}), 0.01, 1e-3).equal());
    const Comparison off = compare(kFloat, want, bytes<float>({100.2f, 0.02f}), 0.01, 1e-3);
    EXPECT_EQ(off.wrong, 2);
    EXPECT_EQ(off.first_wrong, 0);
    EXPECT_NEAR(off.largest_absolute, 0.2, 1e-5);
    EXPECT_NEAR(off.largest_relative, 0.002, 1e-6);
    EXPECT_DOUBLE_EQ(off.expected, 100.0);
}

TEST(Compare, NanAndInfinityAreNeverRight) {
    for (const float bad : {kNan, kInf, -kInf}) {
        EXPECT_FALSE(compare(kFloat, bytes<double>({1.0}), bytes<float>({bad}), 1e30, 1e30).equal());
        EXPECT_FALSE(compare(kFloat, bytes<double>({static_cast<double>(bad)}), bytes<float>({bad}), 1, 1).equal());
    }
    EXPECT_FALSE(all_finite(kFloat, bytes<double>({1.0, std::nan("")})));
    EXPECT_TRUE(all_finite(kFloat, bytes<double>({1.0, -2.0})));
}

TEST(Compare, UntouchedOutputIsWrong) {
    const Bytes poison(8, std::byte{0xFF});
    const Comparison result = compare(kFloat, bytes<double>({0.0, 0.0}), poison, 1, 1);
    EXPECT_EQ(result.wrong, 2);
    EXPECT_TRUE(std::isnan(result.got));
}

TEST(Compare, WholeNumbersMustBeEqual) {
    EXPECT_TRUE(compare(kInt, bytes<int>({100000, -5}), bytes<int>({100000, -5}), 1, 1).equal());
    const Comparison result = compare(kInt, bytes<int>({7, 100000}), bytes<int>({7, 100001}), 1, 1);
    EXPECT_EQ(result.wrong, 1);
    EXPECT_EQ(result.first_wrong, 1);
    EXPECT_EQ(result.got, 100001);
}

}  // namespace
}  // namespace cuset::judge
