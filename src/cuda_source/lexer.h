// CUDA C++ as a sequence of tokens. Never throws and never loops, whatever the text: an unterminated literal or comment
// ends with its line or with the text.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cuset::cuda_source {

enum class TokenKind {
    identifier,
    keyword,  // of C++ and CUDA's qualifiers (__global__, __shared__, ...)
    number,
    string,  // with its prefix; raw strings too
    character,
    comment,
    directive,  // a whole preprocessor directive with its continued lines, without the last newline
    op,         // operators and punctuation; `<<<` is one token, a run of `>` is lexed as `>>>`, `>>`, `>>=`, `>=`, `>`
    whitespace,
    unknown  // a byte that cannot begin a token
};

struct Token {
    TokenKind kind;
    size_t offset, length;  // bytes
};

// The tokens cover every byte of `text` once, in order.
std::vector<Token> lex(std::string_view text);

inline std::string_view text_of(std::string_view text, const Token& token) {
    return text.substr(token.offset, token.length);
}

bool is_identifier_byte(char c);

}  // namespace cuset::cuda_source
