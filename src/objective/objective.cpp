#include "objective/objective.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace cuset::objective {
namespace {

void sft_token_weights(const ObjectiveConfig&, bool, const SampleRows&, std::span<float> weight) {
    std::fill(weight.begin(), weight.end(), 1.0f);
}

float one(const ObjectiveConfig&, bool, std::span<const float>) {
    return 1.0f;
}

// M = 1[c > tau] + lambda * 1[token in a CUDA span]
void cuset_token_weights(const ObjectiveConfig& config, bool warm, const SampleRows& rows, std::span<float> weight) {
    for (size_t t = 0; t < weight.size(); ++t) {
        const bool kept = warm || !config.confidence || std::exp(static_cast<double>(rows.log_prob[t])) > config.tau ||
                          (config.keep_end_of_turn && rows.end_of_turn[t] != 0);
        weight[t] = kept ? 1.0f : 0.0f;
        if (config.cuda && rows.cuda[t] != 0) weight[t] += static_cast<float>(config.lambda);
    }
}

// w = 1 - min_t C_t
float cuset_sample_weight(const ObjectiveConfig& config, bool warm, std::span<const float> log_prob) {
    if (warm || !config.region || log_prob.empty()) return 1.0f;
    std::vector<double> confidence(log_prob.size());
    for (size_t t = 0; t < confidence.size(); ++t) confidence[t] = std::exp(static_cast<double>(log_prob[t]));
    const auto windows = window_confidence(confidence, config.window, config.window_edges_formula);
    return static_cast<float>(1.0 - *std::min_element(windows.begin(), windows.end()));
}

constexpr const char* kNormalizeNames[] = {"tokens", "kept", "weights", "sample", "sum"};

}  // namespace

const std::vector<Objective>& objectives() {
    static const std::vector<Objective> table{
        {"sft", "cross-entropy of every response token", sft_token_weights, one},
        {"cuset", "confidence mask, CUDA mask and region weight (arXiv 2606.16231)", cuset_token_weights,
         cuset_sample_weight},
    };
    return table;
}

std::vector<std::string> objective_names() {
    std::vector<std::string> names;
    for (const auto& objective : objectives()) names.push_back(objective.name);
    return names;
}

const Objective& find_objective(const std::string& name) {
    for (const auto& objective : objectives())
        if (name == objective.name) return objective;
    user_error("objective.name must be {}, not \"{}\"", alternatives(objective_names()), name);
}

void check(const ObjectiveConfig& config) {
    const auto require = [](const char* key, auto value, const auto& range) {
        if (!range.contains(value)) user_error("objective.{} must be {}, not {}", key, range.rule(), value);
    };
    find_objective(config.name);
    require("tau", config.tau, kTau);
    require("lambda", config.lambda, kLambda);
    require("window", config.window, kWindow);
    require("mask_warmup", config.mask_warmup, kMaskWarmup);
    if (config.cuda_spans != "paper" && config.cuda_spans != "extended")
        user_error("objective.cuda_spans must be paper or extended, not \"{}\"", config.cuda_spans);
    if (config.renormalize_weights && config.normalize == Normalize::weights)
        user_error("objective.renormalize_weights cancels out with normalize: weights; choose one of them");
}

const char* name_of(Normalize value) {
    return kNormalizeNames[static_cast<int>(value)];
}

std::vector<std::string> normalize_names() {
    return {std::begin(kNormalizeNames), std::end(kNormalizeNames)};
}

Normalize parse_normalize(const std::string& name) {
    for (int i = 0; i < static_cast<int>(std::size(kNormalizeNames)); ++i)
        if (name == kNormalizeNames[i]) return static_cast<Normalize>(i);
    user_error("objective.normalize must be {}, not \"{}\"", alternatives(normalize_names()), name);
}

std::vector<double> window_confidence(std::span<const double> confidence, int window, bool formula) {
    const long length = static_cast<long>(confidence.size()), before = window / 2, after = (window + 1) / 2 - 1;
    std::vector<double> prefix(confidence.size() + 1, 0.0), result(confidence.size());
    for (long t = 0; t < length; ++t) prefix[t + 1] = prefix[t] + confidence[t];
    const bool whole = length < window && !formula;
    for (long t = 0; t < length; ++t) {
        const long first = whole ? 0 : std::max(0L, t - before),
                   last = whole ? length - 1 : std::min(length - 1, t + after);
        result[t] = (prefix[last + 1] - prefix[first]) / static_cast<double>(last - first + 1);
    }
    return result;
}

}  // namespace cuset::objective
