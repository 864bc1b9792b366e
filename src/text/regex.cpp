#define PCRE2_CODE_UNIT_WIDTH 8
#include "text/regex.h"

#include <pcre2.h>

#include <array>

#include "base/error.h"

namespace cuset::text {
namespace {

// Contents of character classes. White_Space is spelled out: PCRE2's own \s differs by one character.
constexpr const char* kSpace =
    R"(\x{9}-\x{d}\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})";
constexpr const char* kWord = R"(\p{L}\p{M}\p{N}\p{Pc})";

std::string translated(std::string_view pattern, const std::string& where) {
    std::string out;
    bool in_class = false;
    for (size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '\\' && i + 1 < pattern.size()) {
            const char escaped = pattern[++i];
            const char* set = escaped == 's' || escaped == 'S'   ? kSpace
                              : escaped == 'w' || escaped == 'W' ? kWord
                                                                 : nullptr;
            const bool negated = escaped == 'S' || escaped == 'W';
            if (set != nullptr && in_class && negated)
                user_error("{}: \\{} within a character class is not supported", where, escaped);
            if (set == nullptr)
                (out += c) += escaped;
            else if (in_class)
                out += set;
            else
                ((out += negated ? "[^" : "[") += set) += ']';
            continue;
        }
        if (c == '[' && in_class) user_error("{}: nested character classes are not supported", where);
        if (c == '[') in_class = true;
        if (c == ']') in_class = false;
        out += c;
    }
    return out;
}

}  // namespace

struct Regex::State {
    pcre2_code* code = nullptr;
    ~State() { pcre2_code_free(code); }
};

Regex::Regex(std::string_view pattern, const std::string& where) : state_(std::make_shared<State>()) {
    const std::string text = translated(pattern, where);
    int error = 0;
    size_t position = 0;
    state_->code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                                 PCRE2_UTF | PCRE2_UCP | PCRE2_NO_UTF_CHECK, &error, &position, nullptr);
    if (state_->code == nullptr) {
        std::array<PCRE2_UCHAR, 200> message{};
        pcre2_get_error_message(error, message.data(), message.size());
        user_error("{}: pattern \"{}\" is not supported: {}", where, pattern,
                   reinterpret_cast<const char*>(message.data()));
    }
    pcre2_jit_compile(state_->code, PCRE2_JIT_COMPLETE);
}

std::string Regex::quoted(std::string_view literal) {
    std::string out;
    for (const char c : literal) {
        const bool plain = static_cast<unsigned char>(c) >= 128 || std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (!plain) out += '\\';
        out += c;
    }
    return out;
}

std::pair<size_t, size_t> Regex::find(std::string_view text, size_t from) const {
    thread_local const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> match(
        pcre2_match_data_create(1, nullptr), pcre2_match_data_free);
    const int found = pcre2_match(state_->code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                                  PCRE2_NO_UTF_CHECK, match.get(), nullptr);
    if (found == PCRE2_ERROR_NOMATCH) return {std::string_view::npos, std::string_view::npos};
    if (found < 0)
        user_error("a pre-tokenizer's pattern failed on a text of {} bytes (PCRE2 error {})", text.size(), found);
    const PCRE2_SIZE* range = pcre2_get_ovector_pointer(match.get());
    return {range[0], range[1]};
}

}  // namespace cuset::text
