// The adapters of a decoder: one on every linear layer but the head (PEFT's all-linear).
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <string>
#include <vector>

#include "model/config.h"
#include "model/weights.h"
#include "ops/lora_linear.h"

namespace cuset::model {

struct LoraConfig {
    int64_t rank = 8;
    double alpha = 16, dropout = 0.05;
    double scale() const { return alpha / static_cast<double>(rank); }
};

// All parameters lie in one fp32 tensor (and all gradients in another), so that norm, clipping and optimizer are single
// passes; a layer's slices are views of them.
struct LayerAdapters {
    std::vector<ops::LoraSlice> qkv, output, gate_up, down;
};

class Lora {
   public:
    // A uniform in +-1/sqrt(in), B zero (PEFT's default), from the seed.
    Lora(const ModelConfig& model, const LoraConfig& config, uint64_t seed);
    const LoraConfig& config() const { return config_; }
    const std::vector<LayerAdapters>& layers() const { return layers_; }
    at::Tensor& parameters() { return parameters_; }
    at::Tensor& gradients() { return gradients_; }

    // PEFT's layout: adapter_config.json and adapter_model.safetensors in `directory`, which must exist.
    void save(const std::filesystem::path& directory, const std::string& base_model) const;
    // Reads an adapter of the same rank. Throws UserError.
    void load(const std::filesystem::path& directory);
    // Adds scale * B A to the weights.
    void merge_into(Weights& weights) const;

   private:
    struct Named {
        std::string name;  // e.g. base_model.model.model.layers.0.self_attn.q_proj
        const ops::LoraSlice* slice;
    };
    std::vector<Named> named() const;

    LoraConfig config_;
    at::Tensor parameters_, gradients_;
    std::vector<LayerAdapters> layers_;
};

// The configuration in an adapter directory's adapter_config.json. Throws UserError for what cannot be represented
// (other target modules, bias, DoRA), by name.
LoraConfig read_lora_config(const std::filesystem::path& directory);

}  // namespace cuset::model
