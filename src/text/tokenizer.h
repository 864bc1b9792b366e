// Byte-level BPE (GPT-2's scheme) with byte offsets and exact treatment of special tokens.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/gguf.h"
#include "text/pre_tokenizer.h"

namespace cuset::text {

struct Token {
    int id;
    size_t begin, end;  // bytes of the encoded text that it stands for
};

// A run of text and whether special tokens spelled in it are special (template text) or plain text (what a user typed).
struct Piece {
    std::string_view text;
    bool special;
};

class Tokenizer {
   public:
    // From a GGUF file's vocabulary: tokenizer.ggml.model gpt2, tokenizer.ggml.pre smollm or gpt-2. Others are refused
    // by name. Throws UserError.
    explicit Tokenizer(const formats::Gguf& file);
    // From a Hugging Face tokenizer.json: model BPE over bytes, pre-tokenizers of text/pre_tokenizer.h, no normalizer,
    // added tokens. Every other component is refused by its name. Throws UserError.
    static Tokenizer from_json(const std::filesystem::path& path);

    // Encodes text that must be valid UTF-8 (UserError otherwise). `special`: spelled special tokens are recognised
    // (added tokens that are not special, like Qwen's <think>, always are).
    std::vector<Token> encode(std::string_view text, bool special) const;
    // Encodes the concatenation of pieces as one text; only in pieces with `special` set are special tokens recognised.
    // Offsets count from the first piece.
    std::vector<Token> encode(std::span<const Piece> pieces) const;

    // The bytes of the tokens; special tokens appear by name if `show_special`, not at all otherwise. Not necessarily
    // whole code points.
    std::string decode(std::span<const int> ids, bool show_special) const;
    const std::string& bytes(int id) const { return bytes_[static_cast<size_t>(id)]; }
    bool is_special(int id) const { return special_[static_cast<size_t>(id)]; }

    int size() const { return static_cast<int>(bytes_.size()); }
    int id(std::string_view special_token) const;  // UserError when the vocabulary lacks it
    int end_of_turn() const;                       // the id that ends an answer; UserError when none is known

   private:
    // A token that is found in text before it is split.
    struct AddedToken {
        std::string content;
        int id;
        bool special, left_strip, right_strip, single_word;
    };
    Tokenizer() = default;
    void add_token(AddedToken token);
    void add_merge(size_t rank, const std::string& left, const std::string& right,
                   const std::unordered_map<std::string, int>& ids);
    void encode_word(std::string_view word, size_t offset, std::vector<Token>& out) const;
    void encode_plain(std::string_view text, size_t offset, std::vector<Token>& out) const;
    // The longest added token at text[at..], or null.
    const AddedToken* added_at(std::string_view text, size_t at) const;

    std::string path_;
    std::vector<std::string> bytes_;
    std::vector<bool> special_;
    std::unordered_map<std::string, int> special_ids_;  // all added tokens by their content
    std::vector<AddedToken> added_[256];                // by first byte, the longest first
    struct Merge {
        int rank, id;
    };
    std::unordered_map<uint64_t, Merge> merges_;  // key: left id << 32 | right id
    std::unordered_map<std::string, int> words_;  // with ignore_merges: whole words by their bytes
    int byte_ids_[256];
    int end_of_turn_ = -1;
    PreTokenizer pre_tokenizer_;
};

}  // namespace cuset::text
