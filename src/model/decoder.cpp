#include "model/decoder.h"

#include <ATen/ATen.h>

#include "base/error.h"
#include "ops/rms_norm.h"
#include "ops/rope.h"
#include "ops/swiglu.h"

namespace cuset::model {
namespace {

const std::vector<ops::LoraSlice> kNoSlices;

}  // namespace

Decoder::Decoder(const Model& model, const Lora* lora) : model_(model), lora_(lora) {}

ops::AttentionShape Decoder::attention_shape() const {
    return {model_.config.heads, model_.config.kv_heads, model_.config.head_dim};
}

const std::vector<ops::LoraSlice>& Decoder::slices(size_t layer,
                                                   std::vector<ops::LoraSlice> LayerAdapters::*group) const {
    return lora_ == nullptr ? kNoSlices : lora_->layers()[layer].*group;
}

ops::LoraDropout Decoder::dropout(const PackedBatch& batch) const {
    if (lora_ == nullptr || !batch.row_keys.defined()) return {};
    return {lora_->config().dropout, batch.row_keys};
}

// x + attention(norm(x)), then + mlp(norm(.)): the pre-norm residual block of Llama.
at::Tensor Decoder::layer_forward(size_t i, const PackedBatch& batch, at::Tensor x, LayerActivations* saved,
                                  Cache* cache, const std::vector<int64_t>* slots) const {
    const LayerWeights& w = model_.weights.layers[i];
    const ModelConfig& c = model_.config;
    const double scale = lora_ == nullptr ? 0 : lora_->config().scale();
    const ops::LoraDropout drop = dropout(batch);
    LayerActivations scratch;
    LayerActivations& s = saved != nullptr ? *saved : scratch;

    s.input = x;
    at::Tensor h = ops::rms_norm(x, w.input_norm, c.rms_eps, s.inverse_rms_1);
    s.qkv = ops::lora_linear(h, w.qkv, slices(i, &LayerAdapters::qkv), scale, drop, s.low_rank_qkv);
    ops::rope(s.qkv, c.heads + c.kv_heads, c.head_dim, batch.positions, model_.rope, false);
    if (cache != nullptr)
        for (size_t d = 0; d < slots->size(); ++d) {
            const int64_t begin = batch.cu_seqlens[d], length = batch.cu_seqlens[d + 1] - begin;
            const at::Tensor heads = s.qkv.slice(0, begin, begin + length)
                                         .view({length, c.heads + 2 * c.kv_heads, c.head_dim})
                                         .transpose(0, 1);
            cache->keys[i][(*slots)[d]].narrow(1, 0, length).copy_(heads.narrow(0, c.heads, c.kv_heads));
            cache->values[i][(*slots)[d]].narrow(1, 0, length).copy_(heads.narrow(0, c.heads + c.kv_heads, c.kv_heads));
        }
    s.attention = ops::attention(s.qkv, attention_shape(), batch.cu_seqlens, s.logsumexp);
    s.middle =
        ops::lora_linear(s.attention, w.output, slices(i, &LayerAdapters::output), scale, drop, s.low_rank_output);
    s.middle.add_(x);
    h = ops::rms_norm(s.middle, w.post_norm, c.rms_eps, s.inverse_rms_2);
    s.gate_up = ops::lora_linear(h, w.gate_up, slices(i, &LayerAdapters::gate_up), scale, drop, s.low_rank_gate_up);
    h = ops::swiglu(s.gate_up);
    x = ops::lora_linear(h, w.down, slices(i, &LayerAdapters::down), scale, drop, s.low_rank_down);
    return x.add_(s.middle);
}

at::Tensor Decoder::layer_backward(size_t i, const PackedBatch& batch, at::Tensor dx, LayerActivations& s) const {
    const LayerWeights& w = model_.weights.layers[i];
    const ModelConfig& c = model_.config;
    const double scale = lora_->config().scale();
    const ops::LoraDropout drop = dropout(batch);

    at::Tensor d = ops::lora_linear_backward(dx, ops::swiglu(s.gate_up), w.down, slices(i, &LayerAdapters::down), scale,
                                             drop, s.low_rank_down, true);
    ops::swiglu_backward(d, s.gate_up);  // gate_up now holds its own gradient
    d = ops::lora_linear_backward(s.gate_up, ops::rms_norm_again(s.middle, w.post_norm, s.inverse_rms_2), w.gate_up,
                                  slices(i, &LayerAdapters::gate_up), scale, drop, s.low_rank_gate_up, true);
    ops::rms_norm_backward(d, s.middle, w.post_norm, s.inverse_rms_2, dx);
    s.gate_up = at::Tensor();
    s.middle = at::Tensor();
    d = ops::lora_linear_backward(dx, s.attention, w.output, slices(i, &LayerAdapters::output), scale, drop,
                                  s.low_rank_output, true);
    d = ops::attention_backward(d, s.qkv, s.attention, attention_shape(), batch.cu_seqlens, s.logsumexp);
    ops::rope(d, c.heads + c.kv_heads, c.head_dim, batch.positions, model_.rope, true);
    const bool first = i == 0;  // the embedding is frozen: nothing below needs its gradient
    d = ops::lora_linear_backward(d, ops::rms_norm_again(s.input, w.input_norm, s.inverse_rms_1), w.qkv,
                                  slices(i, &LayerAdapters::qkv), scale, drop, s.low_rank_qkv, !first);
    if (!first) ops::rms_norm_backward(d, s.input, w.input_norm, s.inverse_rms_1, dx);
    s = {};
    return dx;
}

at::Tensor Decoder::forward(const PackedBatch& batch, const at::Tensor& rows, Activations* saved) const {
    at::Tensor x = model_.weights.embedding.index_select(0, batch.tokens);
    if (saved != nullptr) saved->layers.resize(model_.weights.layers.size());
    for (size_t i = 0; i < model_.weights.layers.size(); ++i)
        x = layer_forward(i, batch, x, saved != nullptr ? &saved->layers[i] : nullptr, nullptr, nullptr);
    at::Tensor picked = x.index_select(0, rows), inverse_rms;
    at::Tensor hidden = ops::rms_norm(picked, model_.weights.final_norm, model_.config.rms_eps, inverse_rms);
    if (saved != nullptr) {
        saved->last = picked;
        saved->rows = rows;
        saved->inverse_rms = inverse_rms;
    }
    return hidden;
}

void Decoder::backward(const PackedBatch& batch, const at::Tensor& d_hidden, Activations& saved) const {
    CUSET_ASSERT(lora_ != nullptr);
    at::Tensor d_rows = at::zeros_like(saved.last);
    ops::rms_norm_backward(d_hidden, saved.last, model_.weights.final_norm, saved.inverse_rms, d_rows);
    at::Tensor dx = at::zeros({batch.tokens.size(0), d_rows.size(1)}, d_rows.options());
    dx.index_copy_(0, saved.rows, d_rows);
    for (size_t i = saved.layers.size(); i-- > 0;) dx = layer_backward(i, batch, dx, saved.layers[i]);
}

Decoder::Cache Decoder::make_cache(int64_t slots, int64_t capacity) const {
    Cache cache;
    cache.capacity = capacity;
    for (size_t i = 0; i < model_.weights.layers.size(); ++i) {
        cache.keys.push_back(at::empty({slots, model_.config.kv_heads, capacity, model_.config.head_dim}));
        cache.values.push_back(at::empty_like(cache.keys.back()));
    }
    return cache;
}

at::Tensor Decoder::prefill(const PackedBatch& batch, Cache& cache, const std::vector<int64_t>& slots) const {
    at::Tensor x = model_.weights.embedding.index_select(0, batch.tokens);
    for (size_t i = 0; i < model_.weights.layers.size(); ++i) x = layer_forward(i, batch, x, nullptr, &cache, &slots);
    std::vector<int64_t> last;
    for (size_t d = 1; d < batch.cu_seqlens.size(); ++d) last.push_back(batch.cu_seqlens[d] - 1);
    at::Tensor inverse_rms;
    return ops::rms_norm(x.index_select(0, at::tensor(last, at::kLong)), model_.weights.final_norm,
                         model_.config.rms_eps, inverse_rms);
}

at::Tensor Decoder::step(const at::Tensor& tokens, Cache& cache, const std::vector<int64_t>& slots,
                         const std::vector<int64_t>& lengths) const {
    const ModelConfig& c = model_.config;
    const at::Tensor positions = at::tensor(lengths, at::kLong);
    at::Tensor x = model_.weights.embedding.index_select(0, tokens), inverse_rms;
    for (size_t i = 0; i < model_.weights.layers.size(); ++i) {
        const LayerWeights& w = model_.weights.layers[i];
        at::Tensor qkv = at::mm(ops::rms_norm(x, w.input_norm, c.rms_eps, inverse_rms), w.qkv.t());
        ops::rope(qkv, c.heads + c.kv_heads, c.head_dim, positions, model_.rope, false);
        const at::Tensor attended =
            ops::attention_cached(qkv, attention_shape(), cache.keys[i], cache.values[i], slots, lengths);
        x.addmm_(attended, w.output.t());
        const at::Tensor gate_up = at::mm(ops::rms_norm(x, w.post_norm, c.rms_eps, inverse_rms), w.gate_up.t());
        x.addmm_(ops::swiglu(gate_up), w.down.t());
    }
    return ops::rms_norm(x, model_.weights.final_norm, c.rms_eps, inverse_rms);
}

}  // namespace cuset::model
