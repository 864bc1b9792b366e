// Examples packed into what the decoder and the head take.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "dataset/example.h"
#include "model/decoder.h"

namespace cuset::train {

struct MicroBatch {
    model::PackedBatch packed;
    at::Tensor rows, targets;   // int64 [R]
    std::vector<int64_t> cuts;  // example n owns rows cuts[n] .. cuts[n + 1]
    std::vector<const dataset::Example*> examples;
};

struct DropoutKey {
    uint64_t seed;
    long step;
};

// `key`: null without dropout. A row's key is a hash of (seed, step, sample, position), so packing leaves masks
// unchanged.
MicroBatch make_micro_batch(const std::vector<const dataset::Example*>& examples, const DropoutKey* key);

// The examples cut into micro-batches of at most micro_tokens tokens (dataset/packing.h).
std::vector<MicroBatch> make_micro_batches(const std::vector<const dataset::Example*>& examples, int64_t micro_tokens,
                                           const DropoutKey* key);

// Rows of logits held at once: 64 MiB of fp32.
int64_t head_chunk_rows(const model::ModelConfig& config);

// log pi(target) of every row of every example, without adapters' dropout. `lora` may be null.
std::vector<std::vector<float>> score(const model::Model& model, const model::Lora* lora,
                                      const std::vector<dataset::Example>& examples, int64_t micro_tokens);

}  // namespace cuset::train
