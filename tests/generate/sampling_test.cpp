#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/hash.h"
#include "generate/generate.h"

namespace cuset::generate {
namespace {

TEST(SampleToken, GreedyTakesTheFirstLargest) {
    EXPECT_EQ(sample_token(std::vector<float>{1, 3, 3, 2}, 0, 1, 0.99), 1);
}

TEST(SampleToken, FrequenciesEqualTheSoftmax) {
    const std::vector<float> logits{0, 1, 2};
    const double temperature = 2, total = 1 + std::exp(0.5) + std::exp(1.0);
    Random random(1);
    std::map<int, double> seen;
    for (int i = 0; i < 100000; ++i) seen[sample_token(logits, temperature, 1, random.uniform())] += 1e-5;
    EXPECT_NEAR(seen[0], 1 / total, 0.01);
    EXPECT_NEAR(seen[1], std::exp(0.5) / total, 0.01);
    EXPECT_NEAR(seen[2], std::exp(1.0) / total, 0.01);
}

TEST(SampleToken, TopPKeepsTheSmallestSetThatReachesIt) {
    const std::vector<float> logits{std::log(0.5f), std::log(0.3f), std::log(0.2f)};
    for (double u = 0; u < 1; u += 0.01) {
        EXPECT_EQ(sample_token(logits, 1, 0.5, u), 0);
        EXPECT_LE(sample_token(logits, 1, 0.7, u), 1);
    }
    EXPECT_EQ(sample_token(logits, 1, 0.7, 0.99), 1);
}

}  // namespace
}  // namespace cuset::generate
