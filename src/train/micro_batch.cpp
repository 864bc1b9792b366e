#include "train/micro_batch.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "base/hash.h"
#include "base/interrupt.h"
#include "dataset/packing.h"
#include "ops/fused_head.h"

namespace cuset::train {

MicroBatch make_micro_batch(const std::vector<const dataset::Example*>& examples, const DropoutKey* key) {
    MicroBatch batch;
    batch.examples = examples;
    batch.cuts.push_back(0);
    batch.packed.cu_seqlens.push_back(0);
    std::vector<int64_t> tokens, positions, keys, rows, targets;
    for (const auto* example : examples) {
        const auto begin = static_cast<int64_t>(tokens.size());
        for (size_t r = 0; r < example->rows.size(); ++r) {
            rows.push_back(begin + example->rows[r]);
            targets.push_back(example->target(r));
        }
        for (size_t p = 0; p < example->tokens.size(); ++p) {
            tokens.push_back(example->tokens[p]);
            positions.push_back(static_cast<int64_t>(p));
            if (key != nullptr)
                keys.push_back(static_cast<int64_t>(mix64(mix64(mix64(key->seed) ^ static_cast<uint64_t>(key->step)) ^
                                                          mix64(example->sample << 24 ^ p))));
        }
        batch.cuts.push_back(static_cast<int64_t>(rows.size()));
        batch.packed.cu_seqlens.push_back(static_cast<int64_t>(tokens.size()));
    }
    batch.packed.tokens = at::tensor(tokens, at::kLong);
    batch.packed.positions = at::tensor(positions, at::kLong);
    if (key != nullptr) batch.packed.row_keys = at::tensor(keys, at::kLong);
    batch.rows = at::tensor(rows, at::kLong);
    batch.targets = at::tensor(targets, at::kLong);
    return batch;
}

std::vector<MicroBatch> make_micro_batches(const std::vector<const dataset::Example*>& examples, int64_t micro_tokens,
                                           const DropoutKey* key) {
    std::vector<int64_t> lengths;
    for (const auto* example : examples) lengths.push_back(static_cast<int64_t>(example->tokens.size()));
    std::vector<MicroBatch> batches;
    for (const auto& bin : dataset::pack_best_fit(lengths, micro_tokens)) {
        std::vector<const dataset::Example*> members;
        for (const size_t i : bin) members.push_back(examples[i]);
        batches.push_back(make_micro_batch(members, key));
    }
    return batches;
}

int64_t head_chunk_rows(const model::ModelConfig& config) {
    return std::max<int64_t>(16, (int64_t{64} << 20) / (config.vocabulary * 4));
}

std::vector<std::vector<float>> score(const model::Model& model, const model::Lora* lora,
                                      const std::vector<dataset::Example>& examples, int64_t micro_tokens) {
    std::vector<const dataset::Example*> pointers;
    for (const auto& example : examples) pointers.push_back(&example);
    const model::Decoder decoder(model, lora);
    std::vector<std::vector<float>> result(examples.size());
    for (const MicroBatch& batch : make_micro_batches(pointers, micro_tokens, nullptr)) {
        throw_if_interrupted();
        const at::Tensor hidden = decoder.forward(batch.packed, batch.rows, nullptr);
        const auto head = ops::fused_head(hidden, model.weights.head, batch.targets, batch.cuts, nullptr, 1,
                                          head_chunk_rows(model.config));
        const float* log_prob = head.log_prob.const_data_ptr<float>();
        for (size_t n = 0; n < batch.examples.size(); ++n)
            result[static_cast<size_t>(batch.examples[n] - examples.data())].assign(log_prob + batch.cuts[n],
                                                                                    log_prob + batch.cuts[n + 1]);
    }
    return result;
}

}  // namespace cuset::train
