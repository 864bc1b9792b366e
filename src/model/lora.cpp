#include "model/lora.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "base/file.h"
#include "base/hash.h"
#include "formats/safetensors.h"

namespace cuset::model {
namespace {

struct Projection {
    const char* name;
    std::vector<ops::LoraSlice> LayerAdapters::*group;
    int64_t in, out;
};

// The adapted modules of one layer, in the order of the parameter tensor.
std::vector<Projection> projections(const ModelConfig& c) {
    const int64_t q = c.q_columns(), kv = c.kv_columns();
    return {{"self_attn.q_proj", &LayerAdapters::qkv, c.hidden, q},
            {"self_attn.k_proj", &LayerAdapters::qkv, c.hidden, kv},
            {"self_attn.v_proj", &LayerAdapters::qkv, c.hidden, kv},
            {"self_attn.o_proj", &LayerAdapters::output, q, c.hidden},
            {"mlp.gate_proj", &LayerAdapters::gate_up, c.hidden, c.intermediate},
            {"mlp.up_proj", &LayerAdapters::gate_up, c.hidden, c.intermediate},
            {"mlp.down_proj", &LayerAdapters::down, c.intermediate, c.hidden}};
}

constexpr const char* kModuleNames[] = {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
                                        "mlp.gate_proj",    "mlp.up_proj",      "mlp.down_proj"};

}  // namespace

Lora::Lora(const ModelConfig& model, const LoraConfig& config, uint64_t seed) : config_(config) {
    const auto modules = projections(model);
    int64_t per_layer = 0;
    for (const auto& m : modules) per_layer += config.rank * (m.in + m.out);
    parameters_ = at::zeros({per_layer * model.layers});
    gradients_ = at::zeros_like(parameters_);
    int64_t at = 0;
    const auto take = [&](int64_t rows, int64_t columns, at::Tensor& value, at::Tensor& gradient) {
        value = parameters_.narrow(0, at, rows * columns).view({rows, columns});
        gradient = gradients_.narrow(0, at, rows * columns).view({rows, columns});
        at += rows * columns;
    };
    Random random(seed, "lora");
    uint64_t module = 0;
    for (int64_t layer = 0; layer < model.layers; ++layer) {
        LayerAdapters& adapters = layers_.emplace_back();
        for (const auto& m : modules) {
            auto& group = adapters.*m.group;
            ops::LoraSlice slice;
            slice.first = group.empty() ? 0 : group.back().first + group.back().width;
            slice.width = m.out;
            slice.module = module++;
            take(config.rank, m.in, slice.a, slice.d_a);
            take(m.out, config.rank, slice.b, slice.d_b);
            const double bound = 1.0 / std::sqrt(static_cast<double>(m.in));
            float* a = slice.a.mutable_data_ptr<float>();
            for (int64_t i = 0; i < slice.a.numel(); ++i) a[i] = static_cast<float>((2 * random.uniform() - 1) * bound);
            group.push_back(std::move(slice));
        }
    }
}

std::vector<Lora::Named> Lora::named() const {
    std::vector<Named> result;
    for (size_t layer = 0; layer < layers_.size(); ++layer) {
        size_t module = 0;
        for (auto group : {&LayerAdapters::qkv, &LayerAdapters::output, &LayerAdapters::gate_up, &LayerAdapters::down})
            for (const auto& slice : layers_[layer].*group)
                result.push_back(
                    {fmt::format("base_model.model.model.layers.{}.{}", layer, kModuleNames[module++]), &slice});
    }
    return result;
}

void Lora::save(const std::filesystem::path& directory, const std::string& base_model) const {
    const Json config = {
        {"peft_type", "LORA"},
        {"task_type", "CAUSAL_LM"},
        {"base_model_name_or_path", base_model},
        {"r", config_.rank},
        {"lora_alpha", config_.alpha},
        {"lora_dropout", config_.dropout},
        {"target_modules", {"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"}},
        {"bias", "none"},
        {"fan_in_fan_out", false},
        {"use_rslora", false},
        {"use_dora", false},
        {"inference_mode", true},
        {"modules_to_save", nullptr}};
    std::vector<formats::FloatTensorView> tensors;
    for (const auto& [name, slice] : named()) {
        tensors.push_back({name + ".lora_A.weight", slice->a.sizes().vec(), slice->a.const_data_ptr<float>()});
        tensors.push_back({name + ".lora_B.weight", slice->b.sizes().vec(), slice->b.const_data_ptr<float>()});
    }
    formats::write_safetensors(directory / "adapter_model.safetensors", tensors, {{"format", "pt"}});
    write_file(directory / "adapter_config.json", config.dump(2) + "\n");
}

void Lora::load(const std::filesystem::path& directory) {
    const formats::Safetensors file(directory / "adapter_model.safetensors");
    for (const auto& [name, slice] : named()) {
        at::Tensor a = slice->a, b = slice->b;
        file.read(name + ".lora_A.weight", a.sizes().vec(), a.mutable_data_ptr<float>());
        file.read(name + ".lora_B.weight", b.sizes().vec(), b.mutable_data_ptr<float>());
    }
}

void Lora::merge_into(Weights& weights) const {
    for (size_t i = 0; i < layers_.size(); ++i) {
        const auto add = [&](at::Tensor& weight, const std::vector<ops::LoraSlice>& slices) {
            for (const auto& s : slices) weight.narrow(0, s.first, s.width).addmm_(s.b, s.a, 1, config_.scale());
        };
        add(weights.layers[i].qkv.weight, layers_[i].qkv);
        add(weights.layers[i].output.weight, layers_[i].output);
        add(weights.layers[i].gate_up.weight, layers_[i].gate_up);
        add(weights.layers[i].down.weight, layers_[i].down);
    }
}

LoraConfig read_lora_config(const std::filesystem::path& directory) {
    const auto path = directory / "adapter_config.json";
    const Json json = read_json(path);
    const Location where{path.string(), 0};
    LoraConfig config{require_integer(json, "r", where), require_number(json, "lora_alpha", where),
                      json.contains("lora_dropout") ? require_number(json, "lora_dropout", where) : 0};
    for (const char* flag : {"use_rslora", "use_dora", "fan_in_fan_out"})
        if (json.contains(flag) && require_boolean(json, flag, where))
            user_error("{}: \"{}\" is not supported", path.string(), flag);
    if (config.rank < 1) user_error("{}: \"r\" must be at least 1", path.string());
    auto targets = require_strings(json, "target_modules", where);
    std::sort(targets.begin(), targets.end());
    if (targets !=
        std::vector<std::string>{"down_proj", "gate_proj", "k_proj", "o_proj", "q_proj", "up_proj", "v_proj"})
        user_error("{}: only adapters on all linear layers are supported; target_modules are {}", path.string(),
                   fmt::join(targets, ", "));
    return config;
}

}  // namespace cuset::model
