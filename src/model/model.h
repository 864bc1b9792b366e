// A loaded model: weights, tokenizer, chat template.
#pragma once

#include <string>

#include "model/lora.h"
#include "model/weights.h"
#include "text/chat.h"
#include "text/tokenizer.h"

namespace cuset::model {

struct Model {
    std::string name;  // as the user gave it
    ModelConfig config;
    Weights weights;
    text::Tokenizer tokenizer;
    std::string template_text;  // the model's own chat template, may be empty
};

// `name`: a Hugging Face directory (config.json, tokenizer.json, model.safetensors or its shards), a .gguf file or a
// built-in name (builtin:smollm2). Throws UserError that says what is missing and how to get it.
Model load_model(const std::string& name);

// The tokenizer and template alone: quick.
struct ModelText {
    ModelConfig config;
    text::Tokenizer tokenizer;
    std::string template_text;
};
ModelText load_text(const std::string& name);

// Adds an adapter directory's LoRA to the weights.
void merge_adapter(Model& model, const std::filesystem::path& directory);

// The file or directory that a name stands for.
std::filesystem::path resolve_model(const std::string& name);

}  // namespace cuset::model
