#include "model/weights.h"

#include <ATen/ATen.h>

#include <set>

#include "base/error.h"

namespace cuset::model {
namespace {

// Hands out consecutive parts of one tensor.
class Parts {
   public:
    explicit Parts(at::Tensor* whole) : whole_(whole) {}
    at::Tensor take(std::vector<int64_t> shape) {
        int64_t size = 1;
        for (const int64_t extent : shape) size *= extent;
        taken_ += size;
        return whole_ == nullptr ? at::Tensor() : whole_->narrow(0, taken_ - size, size).view(shape);
    }
    int64_t taken() const { return taken_; }

   private:
    at::Tensor* whole_;
    int64_t taken_ = 0;
};

// `whole` null: only counts.
int64_t lay_out(const ModelConfig& c, at::Tensor* whole, Weights& w) {
    Parts parts(whole);
    const auto linear = [&](int64_t out, int64_t in, bool bias) {
        ops::LinearParameters p{parts.take({out, in}), {}};
        if (bias) p.bias = parts.take({out});
        return p;
    };
    w.embedding = parts.take({c.vocabulary, c.hidden});
    w.layers.resize(static_cast<size_t>(c.layers));
    for (LayerWeights& layer : w.layers) {
        layer.input_norm = parts.take({c.hidden});
        layer.qkv = linear(c.q_columns() + 2 * c.kv_columns(), c.hidden, c.qkv_bias);
        if (c.qk_norm) layer.q_norm = parts.take({c.head_dim}), layer.k_norm = parts.take({c.head_dim});
        layer.output = linear(c.hidden, c.q_columns(), c.output_bias);
        layer.post_norm = parts.take({c.hidden});
        layer.gate_up = linear(2 * c.intermediate, c.hidden, c.mlp_bias);
        layer.down = linear(c.hidden, c.intermediate, c.mlp_bias);
    }
    w.final_norm = parts.take({c.hidden});
    w.head = c.tied_head ? w.embedding : parts.take({c.vocabulary, c.hidden});
    return parts.taken();
}

// Hugging Face files may hold these, and transformers ignores them too.
bool is_ignored(const std::string& name, const ModelConfig& c) {
    return name.ends_with(".rotary_emb.inv_freq") || (c.tied_head && name == "lm_head.weight");
}

// Before memory is asked for: the densest type has more than 4 bits a weight.
void check_size(const ModelConfig& c, size_t bytes, const std::string& path) {
    Weights unused;
    if (const int64_t count = lay_out(c, nullptr, unused); static_cast<uint64_t>(count) / 2 > bytes)
        user_error("{}: {} bytes cannot hold the {} weights of its configuration; fetch it again", path, bytes, count);
}

void refuse_unknown(const std::vector<std::string>& there, const std::set<std::string>& known, const std::string& path,
                    const ModelConfig& c) {
    for (const std::string& name : there)
        if (!known.contains(name))
            user_error("{}: tensor \"{}\" is not part of a {} model of this configuration", path, name,
                       name_of(c.family));
}

}  // namespace

Weights make_weights(const ModelConfig& config) {
    Weights weights;
    weights.parameters = at::empty({lay_out(config, nullptr, weights)});
    lay_out(config, &weights.parameters, weights);
    return weights;
}

std::vector<NamedWeight> named_weights(const Weights& w, const ModelConfig& c) {
    std::vector<NamedWeight> result;
    std::string hf, gguf;  // prefixes
    const auto add = [&](const char* name, const char* gguf_name, const at::Tensor& tensor, int64_t heads = 0) {
        result.push_back({hf + name, gguf + gguf_name, tensor, heads});
    };
    // Rows [first, first + count) of a linear layer, and their bias.
    const auto add_linear = [&](const std::string& name, const std::string& gguf_name, const ops::LinearParameters& p,
                                int64_t first, int64_t count, int64_t heads = 0) {
        add((name + ".weight").c_str(), (gguf_name + ".weight").c_str(), p.weight.narrow(0, first, count), heads);
        if (p.bias.defined())
            add((name + ".bias").c_str(), (gguf_name + ".bias").c_str(), p.bias.narrow(0, first, count), heads);
    };
    const int64_t q = c.q_columns(), kv = c.kv_columns();
    add("model.embed_tokens.weight", "token_embd.weight", w.embedding);
    for (size_t i = 0; i < w.layers.size(); ++i) {
        const LayerWeights& l = w.layers[i];
        hf = fmt::format("model.layers.{}.", i), gguf = fmt::format("blk.{}.", i);
        add("input_layernorm.weight", "attn_norm.weight", l.input_norm);
        add_linear("self_attn.q_proj", "attn_q", l.qkv, 0, q, c.heads);
        add_linear("self_attn.k_proj", "attn_k", l.qkv, q, kv, c.kv_heads);
        add_linear("self_attn.v_proj", "attn_v", l.qkv, q + kv, kv);
        if (c.qk_norm) {
            add("self_attn.q_norm.weight", "attn_q_norm.weight", l.q_norm);
            add("self_attn.k_norm.weight", "attn_k_norm.weight", l.k_norm);
        }
        add_linear("self_attn.o_proj", "attn_output", l.output, 0, c.hidden);
        add("post_attention_layernorm.weight", "ffn_norm.weight", l.post_norm);
        add_linear("mlp.gate_proj", "ffn_gate", l.gate_up, 0, c.intermediate);
        add_linear("mlp.up_proj", "ffn_up", l.gate_up, c.intermediate, c.intermediate);
        add_linear("mlp.down_proj", "ffn_down", l.down, 0, c.hidden);
    }
    hf.clear(), gguf.clear();
    add("model.norm.weight", "output_norm.weight", w.final_norm);
    if (!c.tied_head) add("lm_head.weight", "output.weight", w.head);
    return result;
}

Weights read_weights(const formats::SafetensorsDirectory& directory, const ModelConfig& c) {
    check_size(c, directory.bytes(), directory.path());
    Weights weights = make_weights(c);
    std::set<std::string> known;
    for (const NamedWeight& w : named_weights(weights, c)) {
        directory.read(w.name, w.tensor.sizes().vec(), w.tensor.mutable_data_ptr<float>());
        known.insert(w.name);
    }
    auto names = directory.names();
    std::erase_if(names, [&](const std::string& name) { return is_ignored(name, c); });
    refuse_unknown(names, known, directory.path(), c);
    return weights;
}

Weights read_weights(const formats::Gguf& file, const ModelConfig& c) {
    check_size(c, file.bytes(), file.path());
    Weights weights = make_weights(c);
    std::set<std::string> known{"rope_freqs.weight"};
    for (const NamedWeight& w : named_weights(weights, c)) {
        file.read(w.gguf, w.tensor.sizes().vec(), w.tensor.mutable_data_ptr<float>());
        if (c.family == Family::llama && w.rotated_heads > 0)
            w.tensor.copy_(interleaved(w.tensor, w.rotated_heads, true));
        known.insert(w.gguf);
    }
    std::vector<std::string> names;
    for (const auto& [name, tensor] : file.tensors()) names.push_back(name);
    refuse_unknown(names, known, file.path(), c);
    return weights;
}

at::Tensor interleaved(const at::Tensor& x, int64_t heads, bool inverse) {
    const int64_t half = x.size(0) / heads / 2, width = x.numel() / x.size(0);
    const int64_t outer = inverse ? half : 2;
    return x.reshape({heads, outer, 2 * half / outer, width}).transpose(1, 2).reshape(x.sizes());
}

}  // namespace cuset::model
