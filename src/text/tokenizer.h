// Byte-level BPE (GPT-2's scheme) with byte offsets and exact treatment of special tokens.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/gguf.h"

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
    Tokenizer(Tokenizer&&) noexcept;
    ~Tokenizer();

    // Encodes text that must be valid UTF-8 (UserError otherwise). `special`: spelled special tokens are recognised.
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
    int id(std::string_view special_token) const;     // UserError when the vocabulary lacks it
    int end_of_turn() const { return end_of_turn_; }  // the id that ends an answer

   private:
    struct Patterns;
    void encode_word(std::string_view word, size_t offset, std::vector<Token>& out) const;
    void encode_plain(std::string_view text, size_t offset, std::vector<Token>& out) const;

    std::string path_;
    std::vector<std::string> bytes_;
    std::vector<bool> special_;
    std::unordered_map<std::string, int> special_ids_;
    struct Merge {
        int rank, id;
    };
    std::unordered_map<uint64_t, Merge> merges_;  // key: left id << 32 | right id
    int byte_ids_[256];
    int end_of_turn_ = 0;
    std::unique_ptr<Patterns> patterns_;
};

}  // namespace cuset::text
