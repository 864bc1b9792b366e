#include "cuda_source/lexer.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

namespace cuset::cuda_source {
namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

const std::unordered_set<std::string_view>& keywords() {
    static const std::unordered_set<std::string_view> words = {"alignas",
                                                               "alignof",
                                                               "and",
                                                               "asm",
                                                               "auto",
                                                               "bool",
                                                               "break",
                                                               "case",
                                                               "catch",
                                                               "char",
                                                               "char16_t",
                                                               "char32_t",
                                                               "class",
                                                               "const",
                                                               "constexpr",
                                                               "const_cast",
                                                               "continue",
                                                               "decltype",
                                                               "default",
                                                               "delete",
                                                               "do",
                                                               "double",
                                                               "dynamic_cast",
                                                               "else",
                                                               "enum",
                                                               "explicit",
                                                               "export",
                                                               "extern",
                                                               "false",
                                                               "float",
                                                               "for",
                                                               "friend",
                                                               "goto",
                                                               "if",
                                                               "inline",
                                                               "int",
                                                               "long",
                                                               "mutable",
                                                               "namespace",
                                                               "new",
                                                               "noexcept",
                                                               "not",
                                                               "nullptr",
                                                               "operator",
                                                               "or",
                                                               "private",
                                                               "protected",
                                                               "public",
                                                               "register",
                                                               "reinterpret_cast",
                                                               "return",
                                                               "short",
                                                               "signed",
                                                               "sizeof",
                                                               "static",
                                                               "static_assert",
                                                               "static_cast",
                                                               "struct",
                                                               "switch",
                                                               "template",
                                                               "this",
                                                               "thread_local",
                                                               "throw",
                                                               "true",
                                                               "try",
                                                               "typedef",
                                                               "typeid",
                                                               "typename",
                                                               "union",
                                                               "unsigned",
                                                               "using",
                                                               "virtual",
                                                               "void",
                                                               "volatile",
                                                               "wchar_t",
                                                               "while",
                                                               "__global__",
                                                               "__device__",
                                                               "__host__",
                                                               "__shared__",
                                                               "__constant__",
                                                               "__managed__",
                                                               "__restrict__",
                                                               "__forceinline__",
                                                               "__noinline__",
                                                               "__launch_bounds__",
                                                               "__align__",
                                                               "__inline__",
                                                               "__restrict",
                                                               "__attribute__",
                                                               "__grid_constant__",
                                                               "__asm__",
                                                               "concept",
                                                               "requires",
                                                               "constinit",
                                                               "consteval",
                                                               "co_await",
                                                               "co_return",
                                                               "co_yield"};
    return words;
}

// Longest first within each first byte.
constexpr std::array<std::string_view, 31> kOperators = {
    "<<<", ">>>", "<<=", ">>=", "...", "->*", "<=>", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
    "!=",  "&&",  "||",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "##", ".*", "<%", "%>"};
constexpr std::string_view kPunctuation = "+-*/%^&|~!=<>?:;,.()[]{}#";

class Lexer {
   public:
    explicit Lexer(std::string_view text) : text_(text) {}

    std::vector<Token> run() {
        std::vector<Token> tokens;
        while (at_ < text_.size()) {
            const size_t begin = at_;
            const TokenKind kind = next();
            tokens.push_back({kind, begin, at_ - begin});
            if (kind != TokenKind::whitespace && kind != TokenKind::comment) line_start_ = false;
            if (kind == TokenKind::whitespace &&
                text_.substr(begin, at_ - begin).find('\n') != std::string_view::npos && !spliced(begin))
                line_start_ = true;
        }
        return tokens;
    }

   private:
    char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

    // Length of a line splice (backslash, newline) at `at`, or 0.
    size_t splice(size_t at) const {
        if (text_.substr(at, 2) == "\\\n") return 2;
        if (text_.substr(at, 3) == "\\\r\n") return 3;
        return 0;
    }

    // Whether the only newlines of the whitespace token from `begin` are splices.
    bool spliced(size_t begin) const {
        for (size_t i = begin; i < at_;) {
            if (const size_t length = splice(i))
                i += length;
            else if (text_[i++] == '\n')
                return false;
        }
        return true;
    }

    TokenKind next() {
        const char c = peek();
        if (is_space(c) || splice(at_)) return whitespace();
        if (c == '/' && peek(1) == '/') return line_comment();
        if (c == '/' && peek(1) == '*') return block_comment();
        if (c == '#' && line_start_) return directive();
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
        if (c == '"') return quoted('"', TokenKind::string);
        if (c == '\'') return quoted('\'', TokenKind::character);
        if (is_identifier_byte(c)) return word();
        for (const auto candidate : kOperators)
            if (text_.substr(at_, candidate.size()) == candidate) return take(candidate.size(), TokenKind::op);
        return take(1, kPunctuation.find(c) == std::string_view::npos ? TokenKind::unknown : TokenKind::op);
    }

    TokenKind take(size_t length, TokenKind kind) {
        at_ += length;
        return kind;
    }

    TokenKind whitespace() {
        while (at_ < text_.size()) {
            if (const size_t length = splice(at_))
                at_ += length;
            else if (is_space(text_[at_]))
                ++at_;
            else
                break;
        }
        return TokenKind::whitespace;
    }

    TokenKind line_comment() {
        while (at_ < text_.size() && text_[at_] != '\n') at_ += std::max<size_t>(splice(at_), 1);
        return TokenKind::comment;
    }

    TokenKind block_comment() {
        const size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? text_.size() : end + 2;
        return TokenKind::comment;
    }

    TokenKind directive() {
        while (at_ < text_.size() && text_[at_] != '\n') {
            if (const size_t length = splice(at_)) {
                at_ += length;
            } else if (text_[at_] == '/' && peek(1) == '*') {
                block_comment();
            } else if (text_[at_] == '/' && peek(1) == '/') {
                line_comment();
            } else if (text_[at_] == '"') {
                quoted('"', TokenKind::string);
            } else {
                ++at_;
            }
        }
        return TokenKind::directive;
    }

    TokenKind number() {
        ++at_;
        while (at_ < text_.size()) {
            const char c = text_[at_], before = text_[at_ - 1];
            const bool sign = (c == '+' || c == '-') &&
                              (before == 'e' || before == 'E' || before == 'p' || before == 'P') &&
                              !hexadecimal_without_exponent(before);
            const bool separator = c == '\'' && is_identifier_byte(peek(1));
            if (!is_identifier_byte(c) && c != '.' && !sign && !separator) break;
            ++at_;
        }
        return TokenKind::number;
    }

    // In 0xE+1 the E is a digit; the token's begin is found backwards.
    bool hexadecimal_without_exponent(char before) const {
        if (before != 'e' && before != 'E') return false;
        size_t begin = at_;
        while (begin > 0 && is_identifier_byte(text_[begin - 1])) --begin;
        return text_[begin] == '0' && (text_[begin + 1] == 'x' || text_[begin + 1] == 'X');
    }

    TokenKind quoted(char quote, TokenKind kind) {
        ++at_;
        while (at_ < text_.size() && text_[at_] != '\n') {
            if (const size_t length = splice(at_)) {
                at_ += length;
            } else if (text_[at_] == '\\') {
                at_ = std::min(at_ + 2, text_.size());
            } else if (text_[at_++] == quote) {
                break;
            }
        }
        return kind;
    }

    TokenKind raw_string() {  // at the opening quote
        const size_t open = text_.find('(', at_);
        if (open == std::string_view::npos || open - at_ > 17) return quoted('"', TokenKind::string);
        std::string close = ")";
        close += text_.substr(at_ + 1, open - at_ - 1);
        close += '"';
        const size_t end = text_.find(close, open);
        at_ = end == std::string_view::npos ? text_.size() : end + close.size();
        return TokenKind::string;
    }

    TokenKind word() {
        const size_t begin = at_;
        while (at_ < text_.size() && is_identifier_byte(text_[at_])) ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        const char c = peek();
        if (c == '"' && (name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R"))
            return raw_string();
        const bool prefix = name == "L" || name == "u" || name == "U" || name == "u8";
        if (c == '"' && prefix) return quoted('"', TokenKind::string);
        if (c == '\'' && prefix) return quoted('\'', TokenKind::character);
        return keywords().contains(name) ? TokenKind::keyword : TokenKind::identifier;
    }

    std::string_view text_;
    size_t at_ = 0;
    bool line_start_ = true;
};

}  // namespace

bool is_identifier_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::vector<Token> lex(std::string_view text) {
    return Lexer(text).run();
}

}  // namespace cuset::cuda_source
