// One optimizer step: gradients of a set of samples, whatever micro-steps they are cut into.
#pragma once

#include "train/config.h"
#include "train/micro_batch.h"

namespace cuset::train {

// Sums over the step, in fp64.
struct StepStatistics {
    double loss = 0;             // weighted loss divided by Z
    double mean_confidence = 0;  // of response tokens
    double mean_sample_weight = 0;
    double kept_share = 0;          // tokens with M > 0
    double masked_end_of_turn = 0;  // share of end-of-turn tokens with M = 0
    double mean_confidence_cuda = 0, mean_confidence_other = 0;
    long tokens = 0, loss_tokens = 0, samples = 0;
    bool skipped = false;  // Z = 0: nothing to learn from
};

// Sets lora's gradients to those of
//   L = 1/Z sum_n weight_n w_n sum_t M_t (-log pi(y_t))
// with Z by config.objective.normalize. Micro-steps use 1/Z0 (Z0 = response tokens of the step); the gradients are
// scaled once by Z0/Z at the end. `warm`: inside mask_warmup.
StepStatistics accumulate_gradients(const TrainConfig& config, const model::Model& model, model::Lora& lora,
                                    const std::vector<const dataset::Example*>& samples, long step, bool warm);

// Learning rate of update `step` (1 for the first) of `steps`: linear warm-up to lr over warmup steps, then
// lr * (1 + cos(pi * (step - 1 - warmup) / (steps - warmup))) / 2.
double learning_rate(const TrainConfig& config, long step, long steps);

}  // namespace cuset::train
