#define PCRE2_CODE_UNIT_WIDTH 8
#include "text/tokenizer.h"

#include <pcre2.h>
#include <utf8proc.h>

#include <algorithm>
#include <queue>

#include "base/error.h"
#include "text/byte_alphabet.h"

namespace cuset::text {
namespace {

// Unicode's White_Space property, spelled out: PCRE2's own \s differs by one character.
#define WHITE R"(\x{9}-\x{d}\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})"
constexpr const char* kDigitPattern = R"(\p{N})";
constexpr const char* kGpt2Pattern = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^)" WHITE R"(\p{L}\p{N}]+|[)" WHITE
                                     R"(]+(?![^)" WHITE R"(])|[)" WHITE R"(]+)";
#undef WHITE

enum TokenType : int64_t { normal = 1, control = 3, user_defined = 4 };

// Pre-tokenizers by GGUF's name: patterns applied one after the other, each splitting what the one before left; what a
// pattern does not match stays a piece of its own.
const std::vector<const char*>* patterns_of(const std::string& name) {
    static const std::vector<const char*> smollm{kDigitPattern, kGpt2Pattern}, gpt2{kGpt2Pattern};
    if (name == "smollm") return &smollm;
    if (name == "gpt-2") return &gpt2;
    return nullptr;
}

bool is_valid_utf8(std::string_view text) {
    utf8proc_int32_t code_point;
    for (size_t i = 0; i < text.size();) {
        const auto n = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + i,
                                        static_cast<utf8proc_ssize_t>(text.size() - i), &code_point);
        if (n <= 0) return false;
        i += static_cast<size_t>(n);
    }
    return true;
}

}  // namespace

struct Tokenizer::Patterns {
    std::vector<pcre2_code*> list;

    void add(const char* text) {
        int error = 0;
        size_t position = 0;
        pcre2_code* code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text), PCRE2_ZERO_TERMINATED,
                                         PCRE2_UTF | PCRE2_UCP | PCRE2_NO_UTF_CHECK, &error, &position, nullptr);
        CUSET_ASSERT(code != nullptr);
        pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
        list.push_back(code);
    }
    ~Patterns() {
        for (pcre2_code* code : list) pcre2_code_free(code);
    }
    // Calls use(begin, end) for each piece of text[begin..end) after pattern `index` and those behind it.
    template <typename Use>
    void split(std::string_view text, size_t begin, size_t end, size_t index, const Use& use) const {
        if (begin == end) return;
        if (index == list.size()) return use(begin, end);
        // The pattern sees the piece alone: a look-ahead must not see behind its end.
        const std::string_view piece = text.substr(begin, end - begin);
        pcre2_match_data* match = pcre2_match_data_create(1, nullptr);
        size_t at = 0;
        while (at < piece.size()) {
            const int found = pcre2_match(list[index], reinterpret_cast<PCRE2_SPTR>(piece.data()), piece.size(), at,
                                          PCRE2_NO_UTF_CHECK, match, nullptr);
            if (found < 0) break;
            const PCRE2_SIZE* range = pcre2_get_ovector_pointer(match);
            split(text, begin + at, begin + range[0], index + 1, use);
            split(text, begin + range[0], begin + range[1], index + 1, use);
            CUSET_ASSERT(range[1] > at);
            at = range[1];
        }
        pcre2_match_data_free(match);
        split(text, begin + at, end, index + 1, use);
    }
};

Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Tokenizer::Tokenizer(const formats::Gguf& file) : path_(file.path()), patterns_(std::make_unique<Patterns>()) {
    if (const auto& model = file.string("tokenizer.ggml.model"); model != "gpt2")
        user_error("{}: tokenizer \"{}\" is not supported; byte-level BPE (gpt2) is", path_, model);
    const auto& name = file.string("tokenizer.ggml.pre");
    const auto* patterns = patterns_of(name);
    if (patterns == nullptr) user_error("{}: pre-tokenizer \"{}\" is not supported; smollm and gpt-2 are", path_, name);
    for (const char* pattern : *patterns) patterns_->add(pattern);

    const auto& tokens = file.strings("tokenizer.ggml.tokens");
    const auto& types = file.integers("tokenizer.ggml.token_type");
    if (types.size() != tokens.size()) user_error("{}: token_type and tokens differ in length", path_);
    if (tokens.size() > INT32_MAX) user_error("{}: the vocabulary is too large", path_);
    std::unordered_map<std::string, int> ids;
    std::fill(std::begin(byte_ids_), std::end(byte_ids_), -1);
    for (size_t i = 0; i < tokens.size(); ++i) {
        const int id = static_cast<int>(i);
        const bool special = types[i] == control || types[i] == user_defined;
        special_.push_back(special);
        bytes_.push_back(special ? tokens[i] : bytes_from_alphabet(tokens[i], path_));
        if (special) {
            special_ids_[tokens[i]] = id;
        } else {
            ids[tokens[i]] = id;
            if (bytes_.back().size() == 1) byte_ids_[static_cast<uint8_t>(bytes_.back()[0])] = id;
        }
    }
    const auto& merges = file.strings("tokenizer.ggml.merges");
    for (size_t rank = 0; rank < merges.size(); ++rank) {
        const size_t space = merges[rank].find(' ', 1);
        const auto left = ids.find(merges[rank].substr(0, space));
        const auto right = space == std::string::npos ? ids.end() : ids.find(merges[rank].substr(space + 1));
        const auto whole = space == std::string::npos
                               ? ids.end()
                               : ids.find(merges[rank].substr(0, space) + merges[rank].substr(space + 1));
        if (left == ids.end() || right == ids.end() || whole == ids.end())
            user_error("{}: merge {} (\"{}\") names a token that the vocabulary lacks", path_, rank, merges[rank]);
        const uint64_t key = static_cast<uint64_t>(left->second) << 32 | static_cast<uint32_t>(right->second);
        merges_.try_emplace(key, Merge{static_cast<int>(rank), whole->second});
    }
    const int64_t end = file.integer("tokenizer.ggml.eos_token_id");
    if (end < 0 || end >= size()) user_error("{}: eos_token_id {} lies outside the vocabulary", path_, end);
    end_of_turn_ = static_cast<int>(end);
}

int Tokenizer::id(std::string_view special_token) const {
    const auto found = special_ids_.find(std::string(special_token));
    if (found == special_ids_.end()) user_error("{}: the vocabulary has no token {}", path_, special_token);
    return found->second;
}

// Merges the pair of lowest rank (leftmost on a tie) until none is left; O(n log n) by a heap over a linked list.
void Tokenizer::encode_word(std::string_view word, size_t offset, std::vector<Token>& out) const {
    struct Symbol {
        int id, previous, next;
        size_t begin, end;
    };
    struct Candidate {
        int rank, left, left_id, right_id, merged;
        bool operator>(const Candidate& other) const {
            return rank != other.rank ? rank > other.rank : left > other.left;
        }
    };
    std::vector<Symbol> symbols;
    symbols.reserve(word.size());
    for (size_t i = 0; i < word.size(); ++i) {
        const int id = byte_ids_[static_cast<uint8_t>(word[i])];
        if (id < 0) continue;  // as Hugging Face's BPE without an unknown token: a byte that no token spells is dropped
        const int here = static_cast<int>(symbols.size());
        symbols.push_back({id, here - 1, here + 1, i, i + 1});
    }
    if (symbols.empty()) return;
    symbols.back().next = -1;
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
    const auto propose = [&](int left) {
        if (left < 0 || symbols[left].next < 0) return;
        const int a = symbols[left].id, b = symbols[symbols[left].next].id;
        const auto found = merges_.find(static_cast<uint64_t>(a) << 32 | static_cast<uint32_t>(b));
        if (found != merges_.end()) queue.push({found->second.rank, left, a, b, found->second.id});
    };
    for (int i = 0; i + 1 < static_cast<int>(symbols.size()); ++i) propose(i);
    while (!queue.empty()) {
        const Candidate best = queue.top();
        queue.pop();
        Symbol& left = symbols[best.left];
        if (left.id != best.left_id || left.next < 0 || symbols[left.next].id != best.right_id) continue;
        Symbol& right = symbols[left.next];
        left.id = best.merged;
        left.end = right.end;
        right.id = -1;
        left.next = right.next;
        if (left.next >= 0) symbols[left.next].previous = best.left;
        propose(left.previous);
        propose(best.left);
    }
    for (int i = 0; i >= 0; i = symbols[i].next)
        out.push_back({symbols[i].id, offset + symbols[i].begin, offset + symbols[i].end});
}

void Tokenizer::encode_plain(std::string_view text, size_t offset, std::vector<Token>& out) const {
    patterns_->split(text, 0, text.size(), 0, [&](size_t begin, size_t end) {
        encode_word(text.substr(begin, end - begin), offset + begin, out);
    });
}

std::vector<Token> Tokenizer::encode(std::string_view text, bool special) const {
    const Piece piece{text, special};
    return encode(std::span(&piece, 1));
}

std::vector<Token> Tokenizer::encode(std::span<const Piece> pieces) const {
    std::string plain;  // text since the last special token
    size_t plain_begin = 0, at = 0;
    std::vector<Token> out;
    const auto flush = [&] {
        encode_plain(plain, plain_begin, out);
        plain.clear();
        plain_begin = at;
    };
    for (const Piece& piece : pieces) {
        if (!is_valid_utf8(piece.text)) user_error("text to be tokenized is not valid UTF-8; convert it first");
        std::string_view rest = piece.text;
        while (piece.special && !rest.empty()) {
            // Leftmost special token; the longest where several begin at one place.
            size_t first = std::string_view::npos;
            const std::string* which = nullptr;
            for (const auto& [name, id] : special_ids_) {
                const size_t found = rest.find(name);
                if (found == std::string_view::npos) continue;
                if (found < first || (found == first && name.size() > which->size())) first = found, which = &name;
            }
            if (which == nullptr) break;
            plain += rest.substr(0, first);
            at += first;
            flush();
            out.push_back({special_ids_.at(*which), at, at + which->size()});
            at += which->size();
            plain_begin = at;
            rest.remove_prefix(first + which->size());
        }
        plain += rest;
        at += rest.size();
    }
    flush();
    return out;
}

std::string Tokenizer::decode(std::span<const int> ids, bool show_special) const {
    std::string text;
    for (const int id : ids) {
        if (id < 0 || id >= size()) user_error("token id {} lies outside the vocabulary of {}", id, size());
        if (show_special || !is_special(id)) text += bytes(id);
    }
    return text;
}

}  // namespace cuset::text
