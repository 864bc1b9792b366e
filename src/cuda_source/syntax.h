// The shape of a CUDA C++ source that the spans and the CPU executor need: brackets, function definitions, launches.
// Found from tokens alone, without a preprocessor; incomplete text is read as far as it goes.
#pragma once

#include <string_view>
#include <vector>

#include "cuda_source/lexer.h"

namespace cuset::cuda_source {

// The tokens of a text without whitespace, comments and directives. Indices are into this list; `size()` stands for
// "none" or "end of text". The text must outlive it.
class Code {
   public:
    explicit Code(std::string_view text);
    size_t size() const { return tokens_.size(); }
    std::string_view text() const { return text_; }
    std::string_view operator[](size_t i) const;  // empty past the end
    TokenKind kind(size_t i) const { return i < size() ? tokens_[i].kind : TokenKind::unknown; }
    bool is_name(size_t i) const { return kind(i) == TokenKind::identifier; }
    size_t begin(size_t i) const { return i < size() ? tokens_[i].offset : text_.size(); }
    size_t end(size_t i) const { return i < size() ? tokens_[i].offset + tokens_[i].length : text_.size(); }
    // The bracket that belongs to the (, [, {, ), ] or } at i.
    size_t match(size_t i) const { return i < size() ? match_[i] : size(); }
    // Whether a directive stands between tokens i - 1 and i.
    bool after_directive(size_t i) const { return i < size() && after_directive_[i]; }
    // From the `<` at i, the index after the `>` that closes it; size() when it is no template argument list.
    size_t skip_angles(size_t i) const;
    const std::vector<Token>& directives() const { return directives_; }

   private:
    void match_brackets();

    std::string_view text_;
    std::vector<Token> tokens_, directives_;
    std::vector<size_t> match_;
    std::vector<bool> after_directive_;
};

// A function definition, or a member function's.
struct Function {
    size_t declaration;         // its first token (template, qualifiers, return type)
    size_t name;                // token of the name
    size_t parameters;          // token of (
    size_t body, body_end;      // tokens of { and }; body_end is size() when it is not closed
    bool is_global, is_device;  // qualifiers
};
std::vector<Function> find_functions(const Code& code);

// `callee<<<configuration>>>(arguments)`.
struct Launch {
    size_t callee;                    // first token of the kernel's name
    size_t name;                      // token of the kernel's unqualified name; size() when it is an expression
    size_t open, close;               // tokens of <<<, and after >>>; close is size() when there is none
    size_t close_offset;              // byte of the first > of >>>
    size_t arguments, arguments_end;  // tokens of ( and ); size() when missing
};
// A `<<<` without a callee before it is none.
std::vector<Launch> find_launches(const Code& code);

// The first token of the statement or declaration that token `i` belongs to.
size_t statement_start(const Code& code, size_t i);

}  // namespace cuset::cuda_source
