// ModelConfig from GGUF metadata.
// https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
#include <cmath>

#include "base/error.h"
#include "model/config.h"

namespace cuset::model {
namespace {

// Keys of one architecture.
class Metadata {
   public:
    Metadata(const formats::Gguf& file, std::string architecture) : file_(file), prefix_(std::move(architecture)) {}
    std::string key(const std::string& name) const { return prefix_ + "." + name; }
    bool has(const std::string& name) const { return file_.has(key(name)); }
    int64_t positive(const std::string& name) const {
        const int64_t value = file_.integer(key(name));
        if (value < 1 || value > (int64_t{1} << 31))
            user_error("{}: metadata \"{}\" is {}", file_.path(), key(name), value);
        return value;
    }
    double number(const std::string& name, double otherwise) const {
        return has(name) ? file_.number(key(name)) : otherwise;
    }

   private:
    const formats::Gguf& file_;
    std::string prefix_;
};

Family family_of(const formats::Gguf& file) {
    const auto& name = file.string("general.architecture");
    for (const Family family : {Family::llama, Family::qwen2, Family::qwen3})
        if (name == name_of(family)) return family;
    user_error("{}: architecture \"{}\" is not supported; llama, qwen2 and qwen3 are", file.path(), name);
}

void read_rope(const formats::Gguf& file, const Metadata& m, ModelConfig& c) {
    RopeScaling& s = c.rope_scaling;
    c.rope_theta = m.number("rope.freq_base", 10000.0);
    const std::string type = m.has("rope.scaling.type") ? file.string(m.key("rope.scaling.type")) : "none";
    s.factor = m.number("rope.scaling.factor", m.number("rope.scale_linear", 1.0));
    if (type == "linear" || (type == "none" && m.has("rope.scale_linear"))) {
        s.type = RopeScaling::Type::linear;
    } else if (type == "yarn") {
        s.type = RopeScaling::Type::yarn;
        s.original_context = m.positive("rope.scaling.original_context_length");
        s.attention_factor = m.number("rope.scaling.attn_factor", 1.0) * (0.1 * std::log(std::max(1.0, s.factor)) + 1);
        s.beta_fast = m.number("rope.scaling.yarn_beta_fast", s.beta_fast);
        s.beta_slow = m.number("rope.scaling.yarn_beta_slow", s.beta_slow);
    } else if (type != "none") {
        user_error("{}: \"{}\" is \"{}\", which is not supported; none, linear and yarn are", file.path(),
                   m.key("rope.scaling.type"), type);
    }
    if (file.tensors().contains("rope_freqs.weight")) {
        c.rope_divisors.resize(static_cast<size_t>(c.head_dim / 2));
        file.read("rope_freqs.weight", {c.head_dim / 2}, c.rope_divisors.data());
        for (const float divisor : c.rope_divisors)
            if (!(divisor > 0)) user_error("{}: rope_freqs.weight holds {}", file.path(), divisor);
    }
    if (m.has("rope.dimension_count") && m.positive("rope.dimension_count") != c.head_dim)
        user_error("{}: partial rotary embeddings are not supported", file.path());
}

}  // namespace

ModelConfig read_config(const formats::Gguf& file) {
    ModelConfig c;
    c.family = family_of(file);
    const Metadata m(file, name_of(c.family));
    for (const char* name : {"expert_count", "attention.sliding_window"})
        if (m.has(name) && file.integer(m.key(name)) != 0)
            user_error("{}: \"{}\" is not supported", file.path(), m.key(name));
    c.vocabulary = static_cast<int64_t>(file.strings("tokenizer.ggml.tokens").size());
    c.hidden = m.positive("embedding_length");
    c.layers = m.positive("block_count");
    c.heads = m.positive("attention.head_count");
    c.kv_heads = m.has("attention.head_count_kv") ? m.positive("attention.head_count_kv") : c.heads;
    c.intermediate = m.positive("feed_forward_length");
    c.context_length = m.positive("context_length");
    c.head_dim = m.has("attention.key_length") ? m.positive("attention.key_length") : c.hidden / c.heads;
    c.rms_eps = file.number(m.key("attention.layer_norm_rms_epsilon"));
    const auto has = [&](const char* tensor) { return file.tensors().contains(tensor); };
    c.tied_head = !has("output.weight");
    c.qkv_bias = has("blk.0.attn_q.bias");
    c.output_bias = has("blk.0.attn_output.bias");
    c.mlp_bias = has("blk.0.ffn_down.bias");
    c.qk_norm = has("blk.0.attn_q_norm.weight");
    read_rope(file, m, c);
    check(c, file.path());
    return c;
}

}  // namespace cuset::model
