#include "model/model.h"

#include <cstdlib>

#include "base/error.h"

namespace cuset::model {
namespace {

namespace fs = std::filesystem;

std::string template_of(const formats::Gguf& file) {
    return file.has("tokenizer.chat_template") ? file.string("tokenizer.chat_template") : std::string();
}

}  // namespace

fs::path resolve_model(const std::string& name) {
    if (name.starts_with("builtin:")) {
        if (name != "builtin:smollm2")
            user_error("model: \"{}\" is not a built-in name; the only one is builtin:smollm2", name);
        const char* directory = std::getenv("CUSET_MODELS");
        const fs::path path = fs::path(directory != nullptr ? directory : CUSET_MODELS_DIR) / "smollm2.gguf";
        if (!fs::exists(path))
            user_error("{}: the built-in model is missing; run `make setup`, or set CUSET_MODELS to its directory",
                       path.string());
        return path;
    }
    if (!fs::exists(name)) user_error("{}: no such model; give a .gguf file or builtin:smollm2", name);
    if (fs::is_directory(name))
        user_error(
            "{}: is a directory; Hugging Face directories are not read yet: convert it to a .gguf file (llama.cpp's "
            "convert_hf_to_gguf.py), or use builtin:smollm2",
            name);
    return name;
}

Model load_model(const std::string& name) {
    const formats::Gguf file(resolve_model(name));
    const ModelConfig config = read_config(file);
    return {name,
            config,
            read_weights(file, config),
            ops::make_rope_table(config.context_length, config.head_dim, config.rope_theta),
            text::Tokenizer(file),
            template_of(file)};
}

ModelText load_text(const std::string& name) {
    const formats::Gguf file(resolve_model(name));
    return {read_config(file), text::Tokenizer(file), template_of(file)};
}

void merge_adapter(Model& model, const fs::path& directory) {
    Lora lora(model.config, read_lora_config(directory), 0);
    lora.load(directory);
    lora.merge_into(model.weights);
}

}  // namespace cuset::model
