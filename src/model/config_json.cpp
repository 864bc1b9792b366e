// ModelConfig from and to Hugging Face's config.json. Defaults are those of transformers' configuration classes.
#include <cmath>

#include "base/error.h"
#include "model/config.h"

namespace cuset::model {
namespace {

// An object's members with defaults; null counts as absent.
class Members {
   public:
    Members(const Json& object, Location where) : object_(object), where_(std::move(where)) {}
    bool has(const char* key) const { return object_.contains(key) && !object_.at(key).is_null(); }
    int64_t integer(const char* key, int64_t otherwise) const {
        return has(key) ? require_integer(object_, key, where_) : otherwise;
    }
    int64_t positive(const char* key) const {
        const int64_t value = require_integer(object_, key, where_);
        if (value < 1 || value > (int64_t{1} << 31)) user_error("{}: \"{}\" is {}", where_.str(), key, value);
        return value;
    }
    double number(const char* key, double otherwise) const {
        return has(key) ? require_number(object_, key, where_) : otherwise;
    }
    double required_number(const char* key) const { return require_number(object_, key, where_); }
    bool boolean(const char* key, bool otherwise) const {
        return has(key) ? require_boolean(object_, key, where_) : otherwise;
    }
    std::string string(const char* key, const std::string& otherwise) const {
        return has(key) ? require_string(object_, key, where_) : otherwise;
    }
    std::vector<std::string> strings(const char* key) const {
        return has(key) ? require_strings(object_, key, where_) : std::vector<std::string>();
    }
    const Json& object(const char* key) const { return require_object(object_, key, where_); }
    std::string where() const { return where_.str(); }

   private:
    const Json& object_;
    Location where_;
};

Family family_of(const Members& m) {
    const std::string type = m.string("model_type", "");
    for (const Family family : {Family::llama, Family::qwen2, Family::qwen3})
        if (type == name_of(family)) return family;
    user_error("{}: model_type \"{}\" is not supported; llama, qwen2 and qwen3 are", m.where(), type);
}

// What would change the computation and is not implemented.
void refuse_others(const Members& m, int64_t layers) {
    if (m.has("quantization_config"))
        user_error("{}: \"quantization_config\": quantised weights are not supported; give the unquantised model",
                   m.where());
    if (const auto act = m.string("hidden_act", "silu"); act != "silu")
        user_error("{}: \"hidden_act\" is \"{}\"; only silu is supported", m.where(), act);
    if (m.number("attention_dropout", 0) != 0)
        user_error("{}: \"attention_dropout\" is not supported; set it to 0", m.where());
    if (m.number("partial_rotary_factor", 1) != 1)
        user_error("{}: \"partial_rotary_factor\" is not supported", m.where());
    bool slides = m.boolean("use_sliding_window", false) && m.integer("sliding_window", 4096) > 0 &&
                  m.integer("max_window_layers", 28) < layers;
    if (m.has("layer_types")) slides = false;
    for (const auto& type : m.strings("layer_types")) slides |= type != "full_attention";
    if (slides)
        user_error("{}: sliding window attention (use_sliding_window, layer_types) is not supported", m.where());
}

double yarn_mscale(double factor, double mscale) {
    return factor <= 1 ? 1 : 0.1 * mscale * std::log(factor) + 1;
}

void read_yarn(const Members& r, RopeScaling& s) {
    s.beta_fast = r.number("beta_fast", s.beta_fast);
    s.beta_slow = r.number("beta_slow", s.beta_slow);
    s.truncate = r.boolean("truncate", true);
    const double mscale = r.number("mscale", 0), all_dim = r.number("mscale_all_dim", 0);
    const double inferred = mscale != 0 && all_dim != 0 ? yarn_mscale(s.factor, mscale) / yarn_mscale(s.factor, all_dim)
                                                        : yarn_mscale(s.factor, 1);
    s.attention_factor = r.number("attention_factor", inferred);
}

// Both spellings: rope_parameters (transformers 5) and rope_theta beside rope_scaling (before it).
void read_rope(const Members& m, const Location& where, ModelConfig& c) {
    static const Json none = Json::object();
    const char* key = m.has("rope_scaling") ? "rope_scaling" : "rope_parameters";
    const Members r(m.has(key) ? m.object(key) : none, {where.file + ": " + key, 0});
    c.rope_theta = r.number("rope_theta", m.number("rope_theta", 10000));
    if (r.number("partial_rotary_factor", 1) != 1)
        user_error("{}: \"partial_rotary_factor\" is not supported", r.where());
    RopeScaling& s = c.rope_scaling;
    const std::string type = r.string("rope_type", r.string("type", "default"));
    const int64_t longest = c.context_length;
    s.original_context = longest;
    using Type = RopeScaling::Type;
    if (type == "linear" || type == "dynamic" || type == "llama3") s.factor = r.required_number("factor");
    if (type == "llama3" || type == "yarn")
        s.original_context =
            m.integer("original_max_position_embeddings", r.integer("original_max_position_embeddings", longest));
    if (s.original_context < 1) user_error("{}: original_max_position_embeddings is {}", r.where(), s.original_context);
    if (type == "linear") {
        s.type = Type::linear;
    } else if (type == "dynamic") {
        s.type = Type::dynamic;
        c.context_length = static_cast<int64_t>(static_cast<double>(longest) * s.factor);
    } else if (type == "llama3") {
        s.type = Type::llama3;
        s.low_freq_factor = r.required_number("low_freq_factor");
        s.high_freq_factor = r.required_number("high_freq_factor");
        if (!(s.low_freq_factor > 0) || !(s.high_freq_factor > s.low_freq_factor))
            user_error("{}: low_freq_factor {} and high_freq_factor {} do not fit together", r.where(),
                       s.low_freq_factor, s.high_freq_factor);
    } else if (type == "yarn") {
        s.type = Type::yarn;
        const auto original = static_cast<double>(s.original_context);
        s.factor = r.number("factor", static_cast<double>(longest) / original);
        read_yarn(r, s);
        c.context_length = std::max(longest, static_cast<int64_t>(original * s.factor));
    } else if (type != "default") {
        user_error("{}: rope scaling \"{}\" is not supported; default, linear, dynamic, llama3 and yarn are", r.where(),
                   type);
    }
}

}  // namespace

ModelConfig read_config(const std::filesystem::path& path) {
    const Json json = read_json(path);
    const Location where{path.string(), 0};
    const Members m(json, where);
    ModelConfig c;
    c.family = family_of(m);
    const bool qwen = c.family != Family::llama;
    c.vocabulary = m.positive("vocab_size");
    c.hidden = m.positive("hidden_size");
    c.layers = m.positive("num_hidden_layers");
    c.heads = m.positive("num_attention_heads");
    c.intermediate = m.positive("intermediate_size");
    c.kv_heads = m.has("num_key_value_heads")                    ? m.positive("num_key_value_heads")
                 : json.contains("num_key_value_heads") || !qwen ? c.heads
                                                                 : 32;
    c.head_dim = m.has("head_dim") ? m.positive("head_dim") : c.family == Family::qwen3 ? 128 : c.hidden / c.heads;
    c.context_length = m.has("max_position_embeddings") ? m.positive("max_position_embeddings") : qwen ? 32768 : 2048;
    c.rms_eps = m.number("rms_norm_eps", 1e-6);
    c.tied_head = m.boolean("tie_word_embeddings", false);
    const bool attention_bias = m.boolean("attention_bias", false);
    c.qkv_bias = c.family == Family::qwen2 || attention_bias;
    c.output_bias = c.family != Family::qwen2 && attention_bias;
    c.mlp_bias = c.family == Family::llama && m.boolean("mlp_bias", false);
    c.qk_norm = c.family == Family::qwen3;
    refuse_others(m, c.layers);
    read_rope(m, where, c);
    check(c, path.string());
    return c;
}

Json to_config_json(const ModelConfig& c, const std::string& dtype) {
    if (!c.rope_divisors.empty())
        user_error(
            "scaled rotary frequencies of a GGUF file (rope_freqs) have no form in config.json; start from the "
            "model's Hugging Face directory");
    static const std::map<Family, const char*> classes{
        {Family::llama, "LlamaForCausalLM"}, {Family::qwen2, "Qwen2ForCausalLM"}, {Family::qwen3, "Qwen3ForCausalLM"}};
    const RopeScaling& s = c.rope_scaling;
    Json json = {{"architectures", {classes.at(c.family)}},
                 {"model_type", name_of(c.family)},
                 {"vocab_size", c.vocabulary},
                 {"hidden_size", c.hidden},
                 {"intermediate_size", c.intermediate},
                 {"num_hidden_layers", c.layers},
                 {"num_attention_heads", c.heads},
                 {"num_key_value_heads", c.kv_heads},
                 {"head_dim", c.head_dim},
                 {"hidden_act", "silu"},
                 {"max_position_embeddings", c.context_length},
                 {"rms_norm_eps", c.rms_eps},
                 {"rope_theta", c.rope_theta},
                 {"tie_word_embeddings", c.tied_head},
                 {"attention_bias", c.family != Family::qwen2 && c.qkv_bias},
                 {"mlp_bias", c.mlp_bias},
                 {"torch_dtype", dtype}};
    if (s.type == RopeScaling::Type::linear) json["rope_scaling"] = {{"rope_type", "linear"}, {"factor", s.factor}};
    if (s.type == RopeScaling::Type::yarn)
        json["rope_scaling"] = {{"rope_type", "yarn"},
                                {"factor", s.factor},
                                {"original_max_position_embeddings", s.original_context},
                                {"attention_factor", s.attention_factor},
                                {"beta_fast", s.beta_fast},
                                {"beta_slow", s.beta_slow}};
    return json;
}

}  // namespace cuset::model
