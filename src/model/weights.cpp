#include "model/weights.h"

#include <ATen/ATen.h>

#include "base/error.h"

namespace cuset::model {
namespace {

int64_t positive(const formats::Gguf& file, const std::string& key) {
    const int64_t value = file.integer(key);
    if (value < 1 || value > (int64_t{1} << 31)) user_error("{}: metadata \"{}\" is {}", file.path(), key, value);
    return value;
}

at::Tensor read(const formats::Gguf& file, const std::string& name, std::vector<int64_t> shape) {
    at::Tensor tensor = at::empty(shape);
    file.read(name, shape, tensor.mutable_data_ptr<float>());
    return tensor;
}

// Rows (head, i, half) as stored become (head, half, i).
at::Tensor unpermuted(const at::Tensor& stored, int64_t heads, int64_t head_dim) {
    const int64_t in = stored.size(1);
    return stored.view({heads, head_dim / 2, 2, in}).transpose(1, 2).reshape({heads * head_dim, in});
}

}  // namespace

ModelConfig read_config(const formats::Gguf& file) {
    if (const auto& name = file.string("general.architecture"); name != "llama")
        user_error("{}: architecture \"{}\" is not supported; llama is", file.path(), name);
    for (const char* key : {"llama.rope.scaling.type", "llama.rope.scaling.factor", "llama.expert_count"})
        if (file.has(key)) user_error("{}: \"{}\" is not supported", file.path(), key);
    if (file.tensors().contains("rope_freqs.weight"))
        user_error("{}: scaled rotary frequencies (rope_freqs) are not supported", file.path());
    ModelConfig c;
    c.vocabulary = static_cast<int64_t>(file.strings("tokenizer.ggml.tokens").size());
    c.hidden = positive(file, "llama.embedding_length");
    c.layers = positive(file, "llama.block_count");
    c.heads = positive(file, "llama.attention.head_count");
    c.kv_heads = file.has("llama.attention.head_count_kv") ? positive(file, "llama.attention.head_count_kv") : c.heads;
    c.intermediate = positive(file, "llama.feed_forward_length");
    c.context_length = positive(file, "llama.context_length");
    c.head_dim =
        file.has("llama.attention.key_length") ? positive(file, "llama.attention.key_length") : c.hidden / c.heads;
    c.rope_theta = file.has("llama.rope.freq_base") ? file.number("llama.rope.freq_base") : 10000.0;
    c.rms_eps = file.number("llama.attention.layer_norm_rms_epsilon");
    c.tied_head = !file.tensors().contains("output.weight");
    if (c.heads % c.kv_heads != 0 || c.head_dim % 2 != 0)
        user_error("{}: {} heads, {} key-value heads and head size {} do not fit together", file.path(), c.heads,
                   c.kv_heads, c.head_dim);
    if (file.has("llama.rope.dimension_count") && file.integer("llama.rope.dimension_count") != c.head_dim)
        user_error("{}: partial rotary embeddings are not supported", file.path());
    return c;
}

Weights read_weights(const formats::Gguf& file, const ModelConfig& c) {
    Weights weights;
    weights.embedding = read(file, "token_embd.weight", {c.vocabulary, c.hidden});
    weights.final_norm = read(file, "output_norm.weight", {c.hidden});
    weights.head = c.tied_head ? weights.embedding : read(file, "output.weight", {c.vocabulary, c.hidden});
    const int64_t q = c.heads * c.head_dim, kv = c.kv_heads * c.head_dim;
    for (int64_t i = 0; i < c.layers; ++i) {
        const std::string block = fmt::format("blk.{}.", i);
        LayerWeights layer;
        layer.input_norm = read(file, block + "attn_norm.weight", {c.hidden});
        layer.qkv = at::cat({unpermuted(read(file, block + "attn_q.weight", {q, c.hidden}), c.heads, c.head_dim),
                             unpermuted(read(file, block + "attn_k.weight", {kv, c.hidden}), c.kv_heads, c.head_dim),
                             read(file, block + "attn_v.weight", {kv, c.hidden})});
        layer.output = read(file, block + "attn_output.weight", {c.hidden, q});
        layer.post_norm = read(file, block + "ffn_norm.weight", {c.hidden});
        layer.gate_up = at::cat({read(file, block + "ffn_gate.weight", {c.intermediate, c.hidden}),
                                 read(file, block + "ffn_up.weight", {c.intermediate, c.hidden})});
        layer.down = read(file, block + "ffn_down.weight", {c.hidden, c.intermediate});
        weights.layers.push_back(std::move(layer));
    }
    return weights;
}

}  // namespace cuset::model
