// Checkpoints of a run: `checkpoints/step-N/`, complete or absent.
#pragma once

#include <ATen/core/Tensor.h>

#include <optional>
#include <string>

#include "model/lora.h"

namespace cuset::train {

struct OptimizerState {
    at::Tensor m, v;   // as long as the parameters
    long step = 0;     // updates done; the position in the data follows from it
    long updates = 0;  // updates that were not skipped
};

// Writes `run`/checkpoints/step-N/ under a temporary name and renames it, then removes all but the newest `keep`.
void save_checkpoint(const std::filesystem::path& run, const model::Lora& lora, const OptimizerState& state,
                     const std::string& base_model, const std::string& identity, long keep);

// The newest complete checkpoint of a run, or nullopt.
std::optional<std::filesystem::path> newest_checkpoint(const std::filesystem::path& run);

// Restores adapter and optimizer. `identity`: what must be equal for a run to be continued, as YAML. Throws UserError
// when the checkpoint is damaged, or its identity is another one, and then names the first key that differs.
void load_checkpoint(const std::filesystem::path& checkpoint, const std::string& identity, model::Lora& lora,
                     OptimizerState& state);

// An adapter directory: `path` itself, or the newest checkpoint when it is a run's directory. Throws UserError.
std::filesystem::path find_adapter(const std::filesystem::path& path);

// Changes with the bytes of the model (a path, or a builtin's name) and of the adapter (as find_adapter takes it).
std::string weights_hash(const std::string& model, const std::optional<std::string>& adapter);

}  // namespace cuset::train
