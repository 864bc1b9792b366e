#include "model/decoder.h"

#include <ATen/ATen.h>

#include "base/error.h"
#include "model/rotary.h"
#include "ops/rms_norm.h"
#include "ops/swiglu.h"

namespace cuset::model {
namespace {

const std::vector<ops::LoraSlice> kNoSlices;

std::vector<int64_t> lengths_of(const std::vector<int64_t>& cu_seqlens) {
    std::vector<int64_t> lengths;
    for (size_t d = 1; d < cu_seqlens.size(); ++d) lengths.push_back(cu_seqlens[d] - cu_seqlens[d - 1]);
    return lengths;
}

// Heads [first, first + heads) of every row, as rows of their own.
at::Tensor head_rows(const at::Tensor& qkv, int64_t first, int64_t heads, int64_t head_dim) {
    return qkv.narrow(1, first * head_dim, heads * head_dim).reshape({qkv.size(0) * heads, head_dim});
}

void set_head_rows(const at::Tensor& qkv, int64_t first, const at::Tensor& rows) {
    const int64_t columns = rows.numel() / qkv.size(0), head_dim = rows.size(1);
    qkv.narrow(1, first * head_dim, columns).copy_(rows.view({qkv.size(0), columns}));
}

}  // namespace

Decoder::Decoder(const Model& model, const Lora* lora, const Weights* gradients)
    : model_(model), lora_(lora), gradients_(gradients) {}

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

// RMSNorm of each head's vector, in place. Returns what it was before.
at::Tensor Decoder::normalize_heads(at::Tensor& qkv, int64_t first, int64_t heads, const at::Tensor& weight,
                                    at::Tensor& inverse_rms) const {
    const at::Tensor rows = head_rows(qkv, first, heads, model_.config.head_dim);
    set_head_rows(qkv, first, ops::rms_norm(rows, weight, model_.config.rms_eps, inverse_rms));
    return rows;
}

// x + attention(norm(x)), then + mlp(norm(.)): the pre-norm residual block of Llama.
at::Tensor Decoder::layer_forward(size_t i, const PackedBatch& batch, const ops::RotaryAngles& angles, at::Tensor x,
                                  LayerActivations* saved, Cache* cache, const std::vector<int64_t>* slots) const {
    const LayerWeights& w = model_.weights.layers[i];
    const ModelConfig& c = model_.config;
    const double scale = lora_ == nullptr ? 0 : lora_->config().scale();
    const ops::LoraDropout drop = dropout(batch);
    LayerActivations scratch;
    LayerActivations& s = saved != nullptr ? *saved : scratch;

    s.input = x;
    at::Tensor h = ops::rms_norm(x, w.input_norm, c.rms_eps, s.inverse_rms_1);
    s.qkv = ops::lora_linear(h, w.qkv, slices(i, &LayerAdapters::qkv), scale, drop, s.low_rank_qkv);
    if (c.qk_norm) {
        s.q = normalize_heads(s.qkv, 0, c.heads, w.q_norm, s.inverse_rms_q);
        s.k = normalize_heads(s.qkv, c.heads, c.kv_heads, w.k_norm, s.inverse_rms_k);
    }
    ops::rope(s.qkv, c.heads + c.kv_heads, c.head_dim, angles, false);
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

at::Tensor Decoder::layer_backward(size_t i, const PackedBatch& batch, const ops::RotaryAngles& angles, at::Tensor dx,
                                   LayerActivations& s) const {
    const LayerWeights& w = model_.weights.layers[i];
    const LayerWeights* g = gradients_ == nullptr ? nullptr : &gradients_->layers[i];
    const ModelConfig& c = model_.config;
    const double scale = lora_ == nullptr ? 0 : lora_->config().scale();
    const ops::LoraDropout drop = dropout(batch);
    const auto linear = [&](const at::Tensor& dy, const at::Tensor& x, ops::LinearParameters LayerWeights::*weight,
                            std::vector<ops::LoraSlice> LayerAdapters::*group, const std::vector<at::Tensor>& low_rank,
                            bool want_dx) {
        return ops::lora_linear_backward(dy, x, w.*weight, g == nullptr ? nullptr : &(g->*weight), slices(i, group),
                                         scale, drop, low_rank, want_dx);
    };
    // out += the gradient of x
    const auto norm = [&](const at::Tensor& dy, const at::Tensor& x, at::Tensor LayerWeights::*weight,
                          const at::Tensor& inverse_rms, at::Tensor& out) {
        ops::rms_norm_backward(dy, x, w.*weight, inverse_rms, out);
        if (g == nullptr) return;
        at::Tensor d_weight = g->*weight;
        ops::rms_norm_weight_backward(dy, x, inverse_rms, d_weight);
    };
    const auto head_norm = [&](at::Tensor& d_qkv, int64_t first, int64_t heads, const at::Tensor& x,
                               at::Tensor LayerWeights::*weight, const at::Tensor& inverse_rms) {
        at::Tensor d_rows = at::zeros_like(x);
        norm(head_rows(d_qkv, first, heads, c.head_dim), x, weight, inverse_rms, d_rows);
        set_head_rows(d_qkv, first, d_rows);
    };

    at::Tensor d = linear(dx, ops::swiglu(s.gate_up), &LayerWeights::down, &LayerAdapters::down, s.low_rank_down, true);
    ops::swiglu_backward(d, s.gate_up);  // gate_up now holds its own gradient
    d = linear(s.gate_up, ops::rms_norm_again(s.middle, w.post_norm, s.inverse_rms_2), &LayerWeights::gate_up,
               &LayerAdapters::gate_up, s.low_rank_gate_up, true);
    norm(d, s.middle, &LayerWeights::post_norm, s.inverse_rms_2, dx);
    s.gate_up = at::Tensor();
    s.middle = at::Tensor();
    d = linear(dx, s.attention, &LayerWeights::output, &LayerAdapters::output, s.low_rank_output, true);
    d = ops::attention_backward(d, s.qkv, s.attention, attention_shape(), batch.cu_seqlens, s.logsumexp);
    ops::rope(d, c.heads + c.kv_heads, c.head_dim, angles, true);
    if (c.qk_norm) {
        head_norm(d, 0, c.heads, s.q, &LayerWeights::q_norm, s.inverse_rms_q);
        head_norm(d, c.heads, c.kv_heads, s.k, &LayerWeights::k_norm, s.inverse_rms_k);
    }
    const bool last = i == 0 && g == nullptr;  // the embedding is frozen: nothing below needs its gradient
    d = linear(d, ops::rms_norm_again(s.input, w.input_norm, s.inverse_rms_1), &LayerWeights::qkv, &LayerAdapters::qkv,
               s.low_rank_qkv, !last);
    if (!last) norm(d, s.input, &LayerWeights::input_norm, s.inverse_rms_1, dx);
    s = {};
    return dx;
}

at::Tensor Decoder::forward(const PackedBatch& batch, const at::Tensor& rows, Activations* saved) const {
    at::Tensor x = model_.weights.embedding.index_select(0, batch.tokens);
    const auto angles = rotary_angles(model_.config, batch.positions, batch.cu_seqlens, lengths_of(batch.cu_seqlens));
    if (saved != nullptr) saved->layers.resize(model_.weights.layers.size());
    for (size_t i = 0; i < model_.weights.layers.size(); ++i)
        x = layer_forward(i, batch, angles, x, saved != nullptr ? &saved->layers[i] : nullptr, nullptr, nullptr);
    at::Tensor picked = x.index_select(0, rows), inverse_rms;
    at::Tensor hidden = ops::rms_norm(picked, model_.weights.final_norm, model_.config.rms_eps, inverse_rms);
    if (saved != nullptr) {
        saved->angles = angles;
        saved->last = picked;
        saved->rows = rows;
        saved->inverse_rms = inverse_rms;
    }
    return hidden;
}

void Decoder::backward(const PackedBatch& batch, const at::Tensor& d_hidden, Activations& saved) const {
    CUSET_ASSERT(lora_ != nullptr || gradients_ != nullptr);
    at::Tensor d_rows = at::zeros_like(saved.last);
    ops::rms_norm_backward(d_hidden, saved.last, model_.weights.final_norm, saved.inverse_rms, d_rows);
    if (gradients_ != nullptr) {
        at::Tensor d_weight = gradients_->final_norm;
        ops::rms_norm_weight_backward(d_hidden, saved.last, saved.inverse_rms, d_weight);
    }
    at::Tensor dx = at::zeros({batch.tokens.size(0), d_rows.size(1)}, d_rows.options());
    dx.index_copy_(0, saved.rows, d_rows);
    for (size_t i = saved.layers.size(); i-- > 0;) dx = layer_backward(i, batch, saved.angles, dx, saved.layers[i]);
    if (gradients_ != nullptr) gradients_->embedding.index_add_(0, batch.tokens, dx);
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
    const auto angles = rotary_angles(model_.config, batch.positions, batch.cu_seqlens, lengths_of(batch.cu_seqlens));
    for (size_t i = 0; i < model_.weights.layers.size(); ++i)
        x = layer_forward(i, batch, angles, x, nullptr, &cache, &slots);
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
    std::vector<int64_t> cuts{0}, whole;  // each row is a document, and counts as long as it is with its new token
    for (const int64_t length : lengths) cuts.push_back(cuts.back() + 1), whole.push_back(length + 1);
    const auto angles = rotary_angles(c, positions, cuts, whole);
    at::Tensor x = model_.weights.embedding.index_select(0, tokens), unused;
    for (size_t i = 0; i < model_.weights.layers.size(); ++i) {
        const LayerWeights& w = model_.weights.layers[i];
        at::Tensor qkv = ops::linear(ops::rms_norm(x, w.input_norm, c.rms_eps, unused), w.qkv);
        if (c.qk_norm) {
            normalize_heads(qkv, 0, c.heads, w.q_norm, unused);
            normalize_heads(qkv, c.heads, c.kv_heads, w.k_norm, unused);
        }
        ops::rope(qkv, c.heads + c.kv_heads, c.head_dim, angles, false);
        const at::Tensor attended =
            ops::attention_cached(qkv, attention_shape(), cache.keys[i], cache.values[i], slots, lengths);
        x.add_(ops::linear(attended, w.output));
        const at::Tensor gate_up = ops::linear(ops::rms_norm(x, w.post_norm, c.rms_eps, unused), w.gate_up);
        x.add_(ops::linear(ops::swiglu(gate_up), w.down));
    }
    return ops::rms_norm(x, model_.weights.final_norm, c.rms_eps, unused);
}

}  // namespace cuset::model
