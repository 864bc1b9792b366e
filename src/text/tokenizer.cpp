#include "text/tokenizer.h"

#include <utf8proc.h>

#include <algorithm>
#include <queue>

#include "base/error.h"
#include "text/byte_alphabet.h"

namespace cuset::text {
namespace {

enum TokenType : int64_t { normal = 1, control = 3, user_defined = 4 };

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

// Whether a word character stands at either side: what `single_word` forbids.
bool touches_word(std::string_view before, std::string_view after) {
    static const Regex ends(R"(\w\z)", "single_word"), begins(R"(\A\w)", "single_word");
    return ends.find(before, 0).first != std::string_view::npos ||
           begins.find(after, 0).first != std::string_view::npos;
}
size_t leading_space(std::string_view text) {
    static const Regex space(R"(\A\s+)", "rstrip");
    const auto [begin, end] = space.find(text, 0);
    return begin == std::string_view::npos ? 0 : end;
}
size_t trailing_space(std::string_view text) {
    static const Regex space(R"(\s+\z)", "lstrip");
    const auto [begin, end] = space.find(text, 0);
    return begin == std::string_view::npos ? 0 : end - begin;
}

}  // namespace

Tokenizer::Tokenizer(const formats::Gguf& file) : path_(file.path()) {
    if (const auto& model = file.string("tokenizer.ggml.model"); model != "gpt2")
        user_error("{}: tokenizer \"{}\" is not supported; byte-level BPE (gpt2) is", path_, model);
    const auto& name = file.string("tokenizer.ggml.pre");
    if (name != "smollm" && name != "gpt-2")
        user_error("{}: pre-tokenizer \"{}\" is not supported; smollm and gpt-2 are", path_, name);
    if (name == "smollm") pre_tokenizer_.add_digits(true);
    pre_tokenizer_.add_byte_level_pattern();

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
            add_token({tokens[i], id, true, false, false, false});
        } else {
            ids[tokens[i]] = id;
            if (bytes_.back().size() == 1) byte_ids_[static_cast<uint8_t>(bytes_.back()[0])] = id;
        }
    }
    const auto& merges = file.strings("tokenizer.ggml.merges");
    for (size_t rank = 0; rank < merges.size(); ++rank) {
        const size_t space = merges[rank].find(' ', 1);
        if (space == std::string::npos)
            user_error("{}: merge {} (\"{}\") is not two tokens", path_, rank, merges[rank]);
        add_merge(rank, merges[rank].substr(0, space), merges[rank].substr(space + 1), ids);
    }
    const int64_t end = file.integer("tokenizer.ggml.eos_token_id");
    if (end < 0 || end >= size()) user_error("{}: eos_token_id {} lies outside the vocabulary", path_, end);
    end_of_turn_ = static_cast<int>(end);
}

void Tokenizer::add_token(AddedToken token) {
    special_ids_[token.content] = token.id;
    if (token.content.empty()) return;
    auto& bucket = added_[static_cast<uint8_t>(token.content[0])];
    const auto place = std::find_if(bucket.begin(), bucket.end(), [&](const AddedToken& other) {
        return other.content.size() < token.content.size();
    });
    bucket.insert(place, std::move(token));
}

void Tokenizer::add_merge(size_t rank, const std::string& left, const std::string& right,
                          const std::unordered_map<std::string, int>& ids) {
    const auto a = ids.find(left), b = ids.find(right), whole = ids.find(left + right);
    if (a == ids.end() || b == ids.end() || whole == ids.end())
        user_error("{}: merge {} (\"{} {}\") names a token that the vocabulary lacks", path_, rank, left, right);
    const uint64_t key = static_cast<uint64_t>(a->second) << 32 | static_cast<uint32_t>(b->second);
    merges_.try_emplace(key, Merge{static_cast<int>(rank), whole->second});
}

int Tokenizer::end_of_turn() const {
    if (end_of_turn_ < 0) user_error("{}: no end-of-sequence token is known", path_);
    return end_of_turn_;
}

const Tokenizer::AddedToken* Tokenizer::added_at(std::string_view text, size_t at) const {
    for (const AddedToken& token : added_[static_cast<uint8_t>(text[at])])
        if (text.substr(at).starts_with(token.content)) return &token;
    return nullptr;
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
    if (!words_.empty()) {
        const auto whole = words_.find(std::string(word));
        if (whole != words_.end()) return out.push_back({whole->second, offset, offset + word.size()});
    }
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
    for (const auto& [begin, end] : pre_tokenizer_.split(text))
        encode_word(text.substr(begin, end - begin), offset + begin, out);
}

std::vector<Token> Tokenizer::encode(std::string_view text, bool special) const {
    const Piece piece{text, special};
    return encode(std::span(&piece, 1));
}

std::vector<Token> Tokenizer::encode(std::span<const Piece> pieces) const {
    std::string text;
    std::vector<std::pair<size_t, size_t>> template_runs;  // where special tokens may be spelled
    for (const Piece& piece : pieces) {
        if (!is_valid_utf8(piece.text)) user_error("text to be tokenized is not valid UTF-8; convert it first");
        const size_t begin = text.size();
        text += piece.text;
        if (!piece.special) continue;
        if (!template_runs.empty() && template_runs.back().second == begin)
            template_runs.back().second = text.size();
        else
            template_runs.emplace_back(begin, text.size());
    }
    const auto is_template = [&](size_t begin, size_t end) {
        return std::any_of(template_runs.begin(), template_runs.end(),
                           [&](const auto& run) { return run.first <= begin && end <= run.second; });
    };
    const std::string_view view = text;
    std::vector<Token> out;
    size_t plain = 0;  // text from here on is not tokenized yet
    for (size_t at = 0; at < text.size();) {
        const AddedToken* token = added_at(view, at);
        if (token == nullptr) {
            ++at;
            continue;
        }
        size_t begin = at, end = at + token->content.size();
        if (token->special && !is_template(begin, end)) {  // typed by a user: text
            ++at;
            continue;
        }
        at = end;  // Hugging Face goes on behind a word that is refused, too
        if (token->single_word && touches_word(view.substr(0, begin), view.substr(end))) continue;
        if (token->left_strip) begin -= trailing_space(view.substr(plain, begin - plain));
        if (token->right_strip) end += leading_space(view.substr(end));
        encode_plain(view.substr(plain, begin - plain), plain, out);
        out.push_back({token->id, begin, end});
        at = plain = end;
    }
    encode_plain(view.substr(plain), plain, out);
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
