#include "model/model.h"

#include <cstdlib>

#include "base/error.h"

namespace cuset::model {
namespace {

namespace fs = std::filesystem;

ModelText text_of(const formats::Gguf& file) {
    return {read_config(file), text::Tokenizer(file),
            file.has("tokenizer.chat_template") ? file.string("tokenizer.chat_template") : std::string()};
}

ModelText text_of_directory(const fs::path& directory) {
    if (!fs::exists(directory / "config.json"))
        user_error("{}: has no config.json; give a Hugging Face model's directory, a .gguf file or builtin:smollm2",
                   directory.string());
    return {read_config(directory / "config.json"), text::Tokenizer::from_json(directory / "tokenizer.json"), {}};
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
    if (!fs::exists(name))
        user_error("{}: no such model; give a Hugging Face model's directory, a .gguf file or builtin:smollm2", name);
    return name;
}

ModelText load_text(const std::string& name) {
    const fs::path path = resolve_model(name);
    ModelText text = fs::is_directory(path) ? text_of_directory(path) : text_of(formats::Gguf(path));
    if (text.tokenizer.size() > text.config.vocabulary)
        user_error("{}: the tokenizer has {} tokens, the model's vocabulary {}; they do not belong together", name,
                   text.tokenizer.size(), text.config.vocabulary);
    return text;
}

Model load_model(const std::string& name) {
    ModelText text = load_text(name);
    const fs::path path = resolve_model(name);
    Weights weights = fs::is_directory(path) ? read_weights(formats::SafetensorsDirectory(path), text.config)
                                             : read_weights(formats::Gguf(path), text.config);
    return {name, std::move(text.config), std::move(weights), std::move(text.tokenizer), std::move(text.template_text)};
}

void merge_adapter(Model& model, const fs::path& directory) {
    Lora lora(model.config, read_lora_config(directory), 0);
    lora.load(directory);
    lora.merge_into(model.weights);
}

}  // namespace cuset::model
