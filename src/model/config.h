// What a decoder is made of: Llama, Qwen2 and Qwen3 differ by these fields alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "formats/gguf.h"

namespace cuset::model {

enum class Family { llama, qwen2, qwen3 };

// "llama", "qwen2", "qwen3": config.json's model_type and GGUF's general.architecture.
const char* name_of(Family family);

// How rotary frequencies are stretched for long contexts (model/rotary.h has the formulas).
struct RopeScaling {
    enum class Type { none, linear, dynamic, llama3, yarn };
    Type type = Type::none;
    double factor = 1;
    int64_t original_context = 0;                      // positions of the first training; dynamic, llama3, yarn
    double low_freq_factor = 1, high_freq_factor = 4;  // llama3
    double beta_fast = 32, beta_slow = 1;              // yarn: rotations over the original context
    double attention_factor = 1;                       // yarn: multiplies cosine and sine
    bool truncate = true;                              // yarn: the ramp's ends are whole dimensions
};

struct ModelConfig {
    Family family = Family::llama;
    int64_t vocabulary = 0, hidden = 0, layers = 0, heads = 0, kv_heads = 0, head_dim = 0, intermediate = 0;
    int64_t context_length = 0;
    double rope_theta = 0, rms_eps = 0;
    RopeScaling rope_scaling;
    std::vector<float> rope_divisors;  // GGUF's rope_freqs: divide the frequencies; empty otherwise
    bool tied_head = false;
    bool qkv_bias = false, output_bias = false, mlp_bias = false;
    bool qk_norm = false;  // RMSNorm over each query and key head, before the rotation

    int64_t q_columns() const { return heads * head_dim; }
    int64_t kv_columns() const { return kv_heads * head_dim; }
};

// From a Hugging Face config.json. Whatever would change the computation and is not one of the fields above is a
// UserError that names the key: other model types, sliding window attention, another activation, quantised weights,
// partial rotary embeddings, attention dropout, other kinds of rope scaling.
ModelConfig read_config(const std::filesystem::path& config_json);

// From the metadata of a GGUF file, likewise.
ModelConfig read_config(const formats::Gguf& file);

// config.json for a model that came without one; `dtype` as Hugging Face names it ("float32"). Throws UserError for
// rope_divisors, which config.json cannot express.
Json to_config_json(const ModelConfig& config, const std::string& dtype);

// UserError where the fields do not fit together; `path` is named.
void check(const ModelConfig& config, const std::string& path);

}  // namespace cuset::model
