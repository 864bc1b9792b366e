// The decoder: packed forward and backward passes for training, and steps with a key-value cache for generation.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "model/model.h"
#include "ops/attention.h"
#include "ops/rope.h"

namespace cuset::model {

// Documents one after the other; none sees another, positions restart in each.
struct PackedBatch {
    at::Tensor tokens;                // int64 [T]
    at::Tensor positions;             // int64 [T]
    std::vector<int64_t> cu_seqlens;  // cuts: 0, ..., T
    at::Tensor row_keys;              // int64 [T], dropout keys; undefined without dropout
};

// What the backward pass needs of each layer. The rest is computed again.
struct LayerActivations {
    at::Tensor input, inverse_rms_1, qkv, attention, middle, inverse_rms_2, gate_up;
    at::Tensor q, k, inverse_rms_q, inverse_rms_k;  // before their norms: [T * heads, head_dim], [T * heads]
    std::vector<at::Tensor> logsumexp, low_rank_qkv, low_rank_output, low_rank_gate_up, low_rank_down;
};

struct Activations {
    std::vector<LayerActivations> layers;
    ops::RotaryAngles angles;
    at::Tensor last;               // [T, H], before the final norm
    at::Tensor rows, inverse_rms;  // of the rows that reached the head
};

// A view of a model with optional adapters, or with gradients of its own weights (made by make_weights; added to); all
// must outlive it.
class Decoder {
   public:
    explicit Decoder(const Model& model, const Lora* lora = nullptr, const Weights* gradients = nullptr);

    // Final-norm hidden states [R, H] of the rows `rows` (int64 [R]). `saved`: filled for backward when not null.
    at::Tensor forward(const PackedBatch& batch, const at::Tensor& rows, Activations* saved) const;
    // Adds the gradients of adapters or weights (but the head's), given that of forward's result. Frees `saved` as it
    // goes.
    void backward(const PackedBatch& batch, const at::Tensor& d_hidden, Activations& saved) const;

    // Key-value cache: per layer [slots, kv_heads, capacity, head_dim].
    struct Cache {
        std::vector<at::Tensor> keys, values;
        int64_t capacity = 0;
    };
    Cache make_cache(int64_t slots, int64_t capacity) const;
    // Runs packed prompts and stores keys and values of document d in slot slots[d]; hidden states of the last tokens.
    at::Tensor prefill(const PackedBatch& batch, Cache& cache, const std::vector<int64_t>& slots) const;
    // One token for each slot at position lengths[b]; hidden states [B, H] for the head.
    at::Tensor step(const at::Tensor& tokens, Cache& cache, const std::vector<int64_t>& slots,
                    const std::vector<int64_t>& lengths) const;

    ops::AttentionShape attention_shape() const;

   private:
    at::Tensor layer_forward(size_t i, const PackedBatch& batch, const ops::RotaryAngles& angles, at::Tensor x,
                             LayerActivations* saved, Cache* cache, const std::vector<int64_t>* slots) const;
    at::Tensor layer_backward(size_t i, const PackedBatch& batch, const ops::RotaryAngles& angles, at::Tensor dx,
                              LayerActivations& saved) const;
    at::Tensor normalize_heads(at::Tensor& qkv, int64_t first, int64_t heads, const at::Tensor& weight,
                               at::Tensor& inverse_rms) const;
    const std::vector<ops::LoraSlice>& slices(size_t layer, std::vector<ops::LoraSlice> LayerAdapters::*group) const;
    ops::LoraDropout dropout(const PackedBatch& batch) const;

    const Model& model_;
    const Lora* lora_;
    const Weights* gradients_;
};

}  // namespace cuset::model
