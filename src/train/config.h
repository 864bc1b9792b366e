// The configuration of a training run (docs/configuration.md).
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dataset/example.h"
#include "model/lora.h"
#include "objective/objective.h"

namespace cuset::train {

struct OptimizerConfig {
    double lr = 1e-4, beta1 = 0.9, beta2 = 0.999, eps = 1e-8, weight_decay = 0, clip = 1;
};

struct TrainConfig {
    std::string model = "builtin:smollm2";
    std::optional<std::string> adapter;
    std::filesystem::path data;
    dataset::ExampleOptions examples;
    std::filesystem::path output;
    objective::ObjectiveConfig objective;
    model::LoraConfig lora;
    OptimizerConfig optimizer;
    double warmup_ratio = 0.1;
    long batch_samples = 8, micro_tokens = 4096;
    double epochs = 3;
    std::optional<long> steps;  // instead of epochs
    uint64_t seed = 0;
    long checkpoint_every = 100, checkpoint_keep = 3;
};

// Reads a configuration file and overrides (base/settings.h). Refuses unknown keys, impossible values, and values that
// this version does not have, by name.
TrainConfig read_train_config(const std::filesystem::path& path, const std::vector<std::string>& overrides);

// The whole configuration as YAML that read_train_config reads back.
std::string to_yaml(const TrainConfig& config);

}  // namespace cuset::train
