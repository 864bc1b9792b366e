#include "train/step.h"

#include <ATen/ATen.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "ops/fused_head.h"

namespace cuset::train {
namespace {

// What is summed over a step's micro-steps.
struct Sums {
    double loss = 0, weights = 0, sample_weights = 0, confidence[2] = {0, 0};  // confidence: outside, inside CUDA spans
    long kept = 0, rows[2] = {0, 0}, ends = 0, masked_ends = 0;
};

// The objective's callbacks for one micro-batch, which also fill the sums.
class Weighting {
   public:
    Weighting(const TrainConfig& config, const MicroBatch& batch, bool warm, double z0, double samples, Sums& sums)
        : config_(config.objective),
          objective_(objective::find_objective(config_.name)),
          batch_(batch),
          warm_(warm),
          z0_(z0),
          samples_(samples),
          sums_(sums),
          weight_sum_(batch.examples.size(), 0.0) {}

    void token(size_t n, size_t first, std::span<const float> log_prob, std::span<float> weight) {
        const dataset::Example& example = *batch_.examples[n];
        const auto part = [&](const std::vector<uint8_t>& mask) {
            return std::span<const uint8_t>(mask).subspan(first, log_prob.size());
        };
        const auto cuda = part(example.cuda), end = part(example.end_of_turn);
        objective_.token_weights(config_, warm_, {log_prob, cuda, end}, weight);
        for (size_t t = 0; t < weight.size(); ++t) {
            const int inside = cuda[t] != 0 ? 1 : 0;
            sums_.confidence[inside] += std::exp(static_cast<double>(log_prob[t]));
            ++sums_.rows[inside];
            sums_.kept += weight[t] > 0;
            sums_.ends += end[t] != 0;
            sums_.masked_ends += end[t] != 0 && weight[t] <= 0;
            weight_sum_[n] += static_cast<double>(weight[t]);
        }
    }

    float sample(size_t n, std::span<const float> log_prob) {
        const dataset::Example& example = *batch_.examples[n];
        const double w = static_cast<double>(objective_.sample_weight(config_, warm_, log_prob));
        sums_.sample_weights += w;
        sums_.weights += w * example.weight * weight_sum_[n];
        // `sample`: each sample's mean, then the mean over samples; in terms of 1/Z0.
        const double plan = config_.normalize == objective::Normalize::sample
                                ? z0_ / (static_cast<double>(example.rows.size()) * samples_)
                                : 1.0;
        return static_cast<float>(w * example.weight * plan);
    }

   private:
    const objective::ObjectiveConfig& config_;
    const objective::Objective& objective_;
    const MicroBatch& batch_;
    bool warm_;
    double z0_, samples_;
    Sums& sums_;
    std::vector<double> weight_sum_;
};

// Z of the step; `sample` is already in the micro-steps' factors.
double normalizer(const objective::ObjectiveConfig& config, const Sums& sums, double z0, double samples) {
    switch (config.normalize) {
        case objective::Normalize::tokens:
        case objective::Normalize::sample:
            return z0;
        case objective::Normalize::kept:
            return static_cast<double>(sums.kept);
        case objective::Normalize::weights:
            return sums.weights;
        case objective::Normalize::sum:
            return samples;
    }
    CUSET_ASSERT(false);
    return 0;
}

double ratio(double sum, double count) {
    return count > 0 ? sum / count : 0;
}

}  // namespace

StepStatistics accumulate_gradients(const TrainConfig& config, const model::Model& model, model::Lora& lora,
                                    const std::vector<const dataset::Example*>& samples, long step, bool warm) {
    StepStatistics result;
    result.samples = static_cast<long>(samples.size());
    for (const auto* example : samples) {
        result.tokens += static_cast<long>(example->tokens.size());
        result.loss_tokens += static_cast<long>(example->rows.size());
    }
    const auto z0 = static_cast<double>(result.loss_tokens), count = static_cast<double>(samples.size());
    const DropoutKey key{config.seed, step};
    const model::Decoder decoder(model, &lora);
    Sums sums;
    lora.gradients().zero_();
    for (const MicroBatch& batch :
         make_micro_batches(samples, config.micro_tokens, config.lora.dropout > 0 ? &key : nullptr)) {
        model::Activations saved;
        const at::Tensor hidden = decoder.forward(batch.packed, batch.rows, &saved);
        Weighting weighting(config, batch, warm, z0, count, sums);
        const ops::TokenWeighting callbacks{
            [&](size_t n, size_t first, std::span<const float> lp, std::span<float> w) {
                weighting.token(n, first, lp, w);
            },
            [&](size_t n, std::span<const float> lp) { return weighting.sample(n, lp); }};
        const ops::HeadLoss head = ops::fused_head(hidden, model.weights.head, batch.targets, batch.cuts, &callbacks,
                                                   1.0 / z0, head_chunk_rows(model.config));
        sums.loss += head.loss;
        decoder.backward(batch.packed, head.d_hidden, saved);
    }
    double z = normalizer(config.objective, sums, z0, count);
    if (config.objective.renormalize_weights) z *= sums.sample_weights / count;
    result.skipped = !(z > 0);
    if (!result.skipped && z != z0) lora.gradients().mul_(z0 / z);
    result.loss = result.skipped ? 0 : sums.loss * z0 / z;
    result.mean_confidence = ratio(sums.confidence[0] + sums.confidence[1], z0);
    result.mean_confidence_other = ratio(sums.confidence[0], static_cast<double>(sums.rows[0]));
    result.mean_confidence_cuda = ratio(sums.confidence[1], static_cast<double>(sums.rows[1]));
    result.mean_sample_weight = ratio(sums.sample_weights, count);
    result.kept_share = ratio(static_cast<double>(sums.kept), z0);
    result.masked_end_of_turn = ratio(static_cast<double>(sums.masked_ends), static_cast<double>(sums.ends));
    return result;
}

double learning_rate(const TrainConfig& config, long step, long steps) {
    const auto warmup = static_cast<long>(std::ceil(config.warmup_ratio * static_cast<double>(steps)));
    if (step <= warmup) return config.optimizer.lr * static_cast<double>(step) / static_cast<double>(warmup);
    const double progress = static_cast<double>(step - 1 - warmup) / static_cast<double>(steps - warmup);
    return config.optimizer.lr * 0.5 * (1 + std::cos(std::numbers::pi * progress));
}

}  // namespace cuset::train
