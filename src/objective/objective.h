// Training objectives: from a sample's log-probabilities and masks to one weight per token and one per sample.
// Formulas: docs/method.md; the paper's symbols in comments. Everything returned is a constant for the gradient.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/values.h"

namespace cuset::objective {

enum class Normalize { tokens, kept, weights, sample, sum };

// What the numbers below may be.
constexpr Range<double> kTau{-1, 1, false, true}, kLambda{0, 1e6}, kMaskWarmup{0, 1e9};
constexpr Range<int> kWindow{1, 1 << 30};

struct ObjectiveConfig {
    std::string name = "cuset";
    double tau = 0.1;                                    // confidence at or below it is masked
    double lambda = 1.0;                                 // extra weight inside CUDA spans
    int window = 256;                                    // l, tokens of a region
    bool confidence = true, cuda = true, region = true;  // the parts of cuset, for ablation
    std::string cuda_spans = "paper";                    // or extended
    bool window_edges_formula = false;                   // windows are cut at the ends also where T < l
    bool keep_end_of_turn = true;
    double mask_warmup = 0;  // steps, or a share of all steps when below 1: M_conf = 1 and w = 1
    Normalize normalize = Normalize::tokens;
    bool renormalize_weights = false;
};

// The rows of one sample, in order.
struct SampleRows {
    std::span<const float> log_prob;       // log pi(y_t)
    std::span<const uint8_t> cuda;         // token lies in a CUDA span
    std::span<const uint8_t> end_of_turn;  // token ends the answer
};

struct Objective {
    const char* name;
    const char* help;
    // M_t for a part of a sample; `warm`: inside mask_warmup.
    void (*token_weights)(const ObjectiveConfig& config, bool warm, const SampleRows& rows, std::span<float> weight);
    // w of a whole sample.
    float (*sample_weight)(const ObjectiveConfig& config, bool warm, std::span<const float> log_prob);
};

// The table of objectives; find throws UserError that lists the names.
const std::vector<Objective>& objectives();
const Objective& find_objective(const std::string& name);
std::vector<std::string> objective_names();

// Refuses values outside their range and combinations that cancel (renormalize_weights with normalize: weights).
void check(const ObjectiveConfig& config);

const char* name_of(Normalize value);
Normalize parse_normalize(const std::string& name);
std::vector<std::string> normalize_names();

// C_t, the mean confidence of the window around each t (method.md, section 2), by prefix sums: O(T).
// T < window: one window, the whole response, unless `formula`.
std::vector<double> window_confidence(std::span<const double> confidence, int window, bool formula);

}  // namespace cuset::objective
