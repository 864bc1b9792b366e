// Tokenizer from Hugging Face's tokenizer.json.
// https://huggingface.co/docs/tokenizers/api/models
#include <algorithm>

#include "base/error.h"
#include "text/byte_alphabet.h"
#include "text/tokenizer.h"

namespace cuset::text {
namespace {

// Absent, null, false, "" and 0 are all ways in which files say that a feature is off.
bool is_set(const Json& object, const char* key) {
    if (!object.contains(key)) return false;
    const Json& value = object.at(key);
    if (value.is_null()) return false;
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_string()) return !value.get<std::string>().empty();
    return !(value.is_number() && value.get<double>() == 0);
}

void refuse_normalizers(const Json& json, const std::string& path) {
    if (json.is_null()) return;
    const std::string type = json.at("type");
    if (type != "Sequence") user_error("{}: normalizer {} is not supported", path, type);
    for (const Json& part : json.at("normalizers")) refuse_normalizers(part, path);
}

void check_decoder(const Json& json, const std::string& path) {
    const std::string type = json.is_null() ? "null" : json.at("type").get<std::string>();
    if (type == "Sequence")
        for (const Json& part : json.at("decoders")) check_decoder(part, path);
    else if (type != "ByteLevel")
        user_error("{}: decoder {} is not supported; ByteLevel and Sequence are", path, type);
}

}  // namespace

Tokenizer Tokenizer::from_json(const std::filesystem::path& path) {
    Tokenizer t;
    t.path_ = path.string();
    try {
        const Json json = Json::parse(read_file(path));
        const Json& model = json.at("model");
        const std::string type = model.value("type", "BPE");
        if (type != "BPE") user_error("{}: model {} is not supported; BPE is", t.path_, type);
        for (const char* key :
             {"dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"})
            if (is_set(model, key)) user_error("{}: model.{} is not supported", t.path_, key);
        if (json.contains("normalizer")) refuse_normalizers(json.at("normalizer"), t.path_);
        check_decoder(json.value("decoder", Json()), t.path_);
        t.pre_tokenizer_ = PreTokenizer::parse(json.value("pre_tokenizer", Json()), t.path_ + ": pre_tokenizer");

        std::vector<AddedToken> added;
        for (const Json& token : json.value("added_tokens", Json::array()))
            added.push_back({token.at("content"), token.at("id"), token.value("special", false),
                             token.value("lstrip", false), token.value("rstrip", false),
                             token.value("single_word", false)});
        const std::unordered_map<std::string, int> ids = model.at("vocab");
        int largest = -1;
        for (const auto& [text, id] : ids) largest = std::max(largest, id);
        for (const AddedToken& token : added) largest = std::max(largest, token.id);
        // Ids need not be dense, but a damaged one must not ask for gigabytes.
        if (largest > (1 << 24)) user_error("{}: token id {} is too large", t.path_, largest);
        t.bytes_.resize(static_cast<size_t>(largest + 1));
        t.special_.resize(t.bytes_.size());
        std::vector<bool> is_added(t.bytes_.size());
        for (AddedToken& token : added) {
            if (token.id < 0) user_error("{}: token id {} is negative", t.path_, token.id);
            const auto id = static_cast<size_t>(token.id);
            is_added[id] = true;
            t.special_[id] = token.special;
            t.bytes_[id] = token.content;
            t.add_token(std::move(token));
        }
        std::fill(std::begin(t.byte_ids_), std::end(t.byte_ids_), -1);
        const bool whole_words = model.value("ignore_merges", false);
        for (const auto& [text, id] : ids) {
            if (id < 0) user_error("{}: token id {} is negative", t.path_, id);
            if (is_added[static_cast<size_t>(id)]) continue;
            const std::string bytes = bytes_from_alphabet(text, t.path_);
            if (bytes.size() == 1) t.byte_ids_[static_cast<uint8_t>(bytes[0])] = id;
            if (whole_words) t.words_[bytes] = id;
            t.bytes_[static_cast<size_t>(id)] = bytes;
        }
        size_t rank = 0;
        for (const Json& merge : model.at("merges")) {
            if (merge.is_array()) {
                t.add_merge(rank++, merge.at(0), merge.at(1), ids);
                continue;
            }
            const std::string pair = merge;
            const size_t space = pair.find(' ');
            if (space == std::string::npos || pair.find(' ', space + 1) != std::string::npos)
                user_error("{}: merge {} (\"{}\") is not two tokens", t.path_, rank, pair);
            t.add_merge(rank++, pair.substr(0, space), pair.substr(space + 1), ids);
        }
    } catch (const nlohmann::json::exception& error) {
        user_error("{}: is not what tokenizer.json defines: {}", t.path_, error.what());
    }
    return t;
}

}  // namespace cuset::text
