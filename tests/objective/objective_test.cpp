#include "objective/objective.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "base/hash.h"

namespace cuset::objective {
namespace {

std::vector<float> logs(const std::vector<double>& confidence) {
    std::vector<float> result;
    for (double c : confidence) result.push_back(static_cast<float>(std::log(c)));
    return result;
}

std::vector<float> weights(const ObjectiveConfig& config, const std::vector<double>& confidence,
                           const std::vector<uint8_t>& cuda, std::vector<uint8_t> end_of_turn = {}, bool warm = false) {
    end_of_turn.resize(confidence.size());
    const auto log_prob = logs(confidence);
    std::vector<float> result(confidence.size());
    find_objective(config.name).token_weights(config, warm, {log_prob, cuda, end_of_turn}, result);
    return result;
}

TEST(Cuset, PapersFigure3) {
    EXPECT_EQ(weights({}, {.33, .94, .99, .99, .08, .67, .99}, {1, 1, 1, 1, 1, 1, 0}),
              (std::vector<float>{2, 2, 2, 2, 1, 2, 1}));
}

TEST(Cuset, ThresholdIsStrict) {
    ObjectiveConfig config;
    config.tau = 0.5;
    EXPECT_EQ(weights(config, {0.5, 0.5000001}, {0, 0}), (std::vector<float>{0, 1}));
}

TEST(Cuset, EndOfTurnIsKeptUnlessToldOtherwise) {
    ObjectiveConfig config;
    EXPECT_EQ(weights(config, {0.01, 0.01}, {0, 0}, {0, 1}), (std::vector<float>{0, 1}));
    config.keep_end_of_turn = false;
    EXPECT_EQ(weights(config, {0.01, 0.01}, {0, 0}, {0, 1}), (std::vector<float>{0, 0}));
}

TEST(Cuset, WarmupTrainsEveryToken) {
    EXPECT_EQ(weights({}, {0.01, 0.01}, {0, 1}, {}, true), (std::vector<float>{1, 2}));
    EXPECT_EQ(find_objective("cuset").sample_weight({}, true, logs({0.9, 0.9})), 1.0f);
}

TEST(Cuset, WithoutItsPartsItIsSft) {
    ObjectiveConfig config;
    config.confidence = config.cuda = config.region = false;
    EXPECT_EQ(weights(config, {0.01, 0.9}, {1, 0}), (std::vector<float>{1, 1}));
    EXPECT_EQ(find_objective("cuset").sample_weight(config, false, logs({0.9, 0.9})), 1.0f);
}

// The definition, literally.
double slow_window(const std::vector<double>& c, int l, long t) {
    const long T = static_cast<long>(c.size());
    double sum = 0;
    long n = 0;
    for (long j = 1; j <= T; ++j)
        if (j >= std::max(1L, t - l / 2) && j <= std::min(T, t + (l + 1) / 2 - 1)) sum += c[j - 1], ++n;
    return sum / static_cast<double>(n);
}

TEST(Windows, EqualTheDefinition) {
    Random random(1);
    for (int length : {1, 2, 5, 64, 65, 200})
        for (int window : {1, 2, 3, 7, 64}) {
            std::vector<double> c;
            for (int i = 0; i < length; ++i) c.push_back(random.uniform());
            const auto formula = window_confidence(c, window, true), text = window_confidence(c, window, false);
            double mean = 0;
            for (double x : c) mean += x / length;
            for (int t = 1; t <= length; ++t) {
                EXPECT_NEAR(formula[t - 1], slow_window(c, window, t), 1e-12);
                EXPECT_NEAR(text[t - 1], length < window ? mean : slow_window(c, window, t), 1e-12);
            }
        }
}

TEST(Cuset, SampleWeightIsOneMinusTheWeakestWindow) {
    ObjectiveConfig config;
    config.window = 2;  // windows {1}, {1,2}, {2,3}, {3,4}
    EXPECT_NEAR(find_objective("cuset").sample_weight(config, false, logs({0.8, 0.4, 0.2, 0.9})), 1 - 0.3, 1e-6);
    EXPECT_EQ(find_objective("cuset").sample_weight(config, false, {}), 1.0f);
}

TEST(Objectives, BadConfigurationsAreNamed) {
    ObjectiveConfig config;
    config.name = "sfft";
    EXPECT_THROW(check(config), UserError);
    config = {};
    config.renormalize_weights = true;
    config.normalize = Normalize::weights;
    EXPECT_THROW(check(config), UserError);
    config = {};
    config.window = 0;
    EXPECT_THROW(check(config), UserError);
}

}  // namespace
}  // namespace cuset::objective
