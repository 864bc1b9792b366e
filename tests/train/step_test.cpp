// The optimizer step: the same gradients whatever the micro-steps, and the normalisations against their definitions.
#include "train/step.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/hash.h"
#include "ops/adamw.h"
#include "train/checkpoint.h"

namespace cuset::train {
namespace {

const model::Model& builtin() {
    static const model::Model instance = model::load_model("builtin:smollm2");
    return instance;
}

// Samples of different lengths with a few CUDA tokens.
std::vector<dataset::Example> samples() {
    std::vector<dataset::Example> list;
    Random random(5);
    for (size_t n = 0; n < 3; ++n) {
        dataset::Example e;
        e.sample = n;
        for (size_t t = 0; t < 9 + 5 * n; ++t) e.tokens.push_back(random.integer(20, 5000));
        for (size_t t = 3; t + 1 < e.tokens.size(); ++t) {
            e.rows.push_back(static_cast<int64_t>(t));
            e.cuda.push_back(t % 3 == 0);
            e.launch.push_back(0);
            e.end_of_turn.push_back(t + 2 == e.tokens.size());
        }
        list.push_back(e);
    }
    return list;
}

std::vector<const dataset::Example*> pointers(const std::vector<dataset::Example>& list) {
    std::vector<const dataset::Example*> result;
    for (const auto& e : list) result.push_back(&e);
    return result;
}

struct Gradient {
    at::Tensor value;
    StepStatistics statistics;
};

Gradient gradient(const TrainConfig& config, const std::vector<dataset::Example>& list) {
    model::Lora lora(builtin().config, config.lora, 3);
    float* p = lora.parameters().mutable_data_ptr<float>();
    Random random(11);
    for (int64_t k = 0; k < lora.parameters().numel(); ++k) p[k] = static_cast<float>(random.uniform() - 0.5) * 0.05f;
    const auto statistics = accumulate_gradients(config, builtin(), lora, pointers(list), 4, false);
    return {lora.gradients().clone(), statistics};
}

void expect_same(const at::Tensor& a, const at::Tensor& b, double tolerance) {
    EXPECT_LT((a - b).norm().item<double>(), tolerance * b.norm().item<double>());
}

TrainConfig config_for(const std::string& name) {
    TrainConfig config;
    config.objective.name = name;
    config.objective.tau = 1e-6;  // tokens are random here: low confidence everywhere
    config.objective.window = 4;
    config.lora.dropout = 0.1;
    return config;
}

TEST(Step, MicroStepsDoNotChangeTheGradient) {
    auto config = config_for("cuset");
    config.objective.renormalize_weights = true;
    config.objective.normalize = objective::Normalize::kept;
    config.micro_tokens = 4096;
    const Gradient whole = gradient(config, samples());
    config.micro_tokens = 16;
    const Gradient cut = gradient(config, samples());
    expect_same(cut.value, whole.value, 1e-5);
    EXPECT_NEAR(cut.statistics.loss, whole.statistics.loss, 1e-5 * whole.statistics.loss);
}

TEST(Step, EachNormalizationIsARatioOfTheSum) {
    auto config = config_for("cuset");
    config.objective.normalize = objective::Normalize::sum;
    const Gradient sum = gradient(config, samples());  // divided by the number of samples
    const double n = 3, tokens = static_cast<double>(sum.statistics.loss_tokens);
    config.objective.normalize = objective::Normalize::tokens;
    expect_same(gradient(config, samples()).value, sum.value * (n / tokens), 1e-5);
    config.objective.normalize = objective::Normalize::kept;
    expect_same(gradient(config, samples()).value, sum.value * (n / (tokens * sum.statistics.kept_share)), 1e-5);
    config.objective.normalize = objective::Normalize::tokens;
    config.objective.renormalize_weights = true;
    expect_same(gradient(config, samples()).value, sum.value * (n / tokens / sum.statistics.mean_sample_weight), 1e-5);
}

TEST(Step, SampleNormalizationIsTheMeanOfSampleMeans) {
    auto config = config_for("sft");
    config.lora.dropout = 0;
    config.objective.normalize = objective::Normalize::sample;
    at::Tensor mean;
    for (const auto& one : samples()) {
        const at::Tensor g = gradient(config, {one}).value / 3;
        mean = mean.defined() ? mean + g : g;
    }
    expect_same(gradient(config, samples()).value, mean, 1e-5);
}

// Z = sum of w M: each sample's gradient sum, weighted, over the weighted number of tokens.
TEST(Step, WeightsNormalizationDividesByTheSumOfWeights) {
    auto config = config_for("sft");
    config.lora.dropout = 0;
    auto list = samples();
    at::Tensor sum;
    double weighted = 0;
    config.objective.normalize = objective::Normalize::sum;
    for (size_t i = 0; i < list.size(); ++i) {
        const double w = 1 + static_cast<double>(i);
        const at::Tensor g = gradient(config, {list[i]}).value * w;
        sum = sum.defined() ? sum + g : g;
        weighted += w * static_cast<double>(list[i].rows.size());
        list[i].weight = w;
    }
    config.objective.normalize = objective::Normalize::weights;
    expect_same(gradient(config, list).value, sum / weighted, 1e-5);
}

TEST(Step, ARecordsWeightMultiplies) {
    auto config = config_for("sft");
    auto list = samples();
    const at::Tensor plain = gradient(config, list).value;
    for (auto& e : list) e.weight = 2;
    expect_same(gradient(config, list).value, plain * 2, 1e-6);
}

TEST(Step, AllMaskedIsSkippedWithoutNan) {
    auto config = config_for("cuset");
    config.objective.tau = 0.999999;
    config.objective.cuda = false;
    config.objective.keep_end_of_turn = false;
    config.objective.normalize = objective::Normalize::kept;
    const Gradient g = gradient(config, samples());
    EXPECT_TRUE(g.statistics.skipped);
    EXPECT_EQ(g.value.abs().max().item<double>(), 0);
}

TEST(LearningRate, WarmsUpAndFollowsTheCosine) {
    TrainConfig config;
    config.optimizer.lr = 1;
    config.warmup_ratio = 0.2;
    EXPECT_DOUBLE_EQ(learning_rate(config, 1, 10), 0.5);
    EXPECT_DOUBLE_EQ(learning_rate(config, 2, 10), 1);
    EXPECT_DOUBLE_EQ(learning_rate(config, 3, 10), 1);
    EXPECT_NEAR(learning_rate(config, 7, 10), 0.5, 1e-12);
    EXPECT_GT(learning_rate(config, 10, 10), 0);
}

// torch.optim.AdamW([1.0, -2.0], lr=0.1, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.01) after gradients (0.5, -1) and
// (0.25, 2), by torch 2.13.0.
TEST(Adamw, EqualsTorch) {
    at::Tensor p = at::tensor({1.0f, -2.0f}), m = at::zeros({2}), v = at::zeros({2});
    const ops::AdamwOptions options{0.1, 0.9, 0.99, 1e-8, 0.01};
    ops::adamw(p, at::tensor({0.5f, -1.0f}), m, v, 1, options);
    ops::adamw(p, at::tensor({0.25f, 2.0f}), m, v, 2, options);
    EXPECT_NEAR(p[0].item<double>(), 0.804756204, 1e-6);
    EXPECT_NEAR(p[1].item<double>(), -1.932662772, 1e-6);
}

TEST(Checkpoint, IsReadBackAndOldOnesAreRemoved) {
    const TemporaryDirectory run;
    model::Lora lora(builtin().config, {2, 4, 0}, 1), other(builtin().config, {2, 4, 0}, 2);
    OptimizerState state{at::ones_like(lora.parameters()), at::full_like(lora.parameters(), 2), 0, 0}, read = state;
    read.m = at::zeros_like(state.m), read.v = at::zeros_like(state.v);
    for (state.step = 1; state.step <= 4; ++state.step)
        save_checkpoint(run.path(), lora, state, "m", "objective: {tau: 0.1}", 2);
    EXPECT_FALSE(std::filesystem::exists(run.path() / "checkpoints/step-2"));
    EXPECT_TRUE(std::filesystem::exists(run.path() / "checkpoints/step-3"));
    EXPECT_EQ(find_adapter(run.path()).filename(), "step-4");
    load_checkpoint(*newest_checkpoint(run.path()), "objective: {tau: 0.1}", other, read);
    EXPECT_TRUE(at::equal(other.parameters(), lora.parameters()));
    EXPECT_TRUE(at::equal(read.m, state.m) && at::equal(read.v, state.v));
    EXPECT_EQ(read.step, 4);
    try {
        load_checkpoint(*newest_checkpoint(run.path()), "objective: {tau: 0.2}", other, read);
        FAIL();
    } catch (const UserError& error) {
        EXPECT_NE(std::string(error.what()).find("objective.tau is 0.1 there and 0.2 now"), std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace cuset::train
