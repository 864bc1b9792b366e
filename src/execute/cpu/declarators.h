// What a declaration declares, from its tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cuda_source/syntax.h"

namespace cuset::execute::cpu {

// Whether parentheses after the token belong to it and not to a declarator.
bool is_attribute(std::string_view token);

// A word that begins or continues the name of a built-in type.
bool is_builtin_type(std::string_view token);

// The names that the declarators between tokens `begin` and `end` (the semicolon) declare. Sets `initialized` when one
// of them has an initialiser.
std::vector<std::string_view> declared_names(const cuda_source::Code& code, size_t begin, size_t end,
                                             bool& initialized);

// One of a declaration's declarators: `* const p[2] = {x}`.
struct Declarator {
    size_t begin = 0, end = 0, name = 0;  // tokens
    size_t initializer = 0;               // its `=`, `(` or `{`; `end` where there is none
    bool is_array = false, is_pointer = false, is_reference = false, is_constant = false;
    std::string type;  // without the const of the variable itself; T [2] for arrays
};
struct Declaration {
    size_t specifiers_end = 0;  // from the statement's begin to here
    size_t type = 0;            // the token that ends its name
    bool is_constexpr = false, is_builtin = false, is_aligned = false;
    std::vector<Declarator> declarators;
};
// The declaration of variables that the tokens from `begin` to `end` (after the semicolon) are; without declarators
// where they are none, or one of another form.
Declaration read_declaration(const cuda_source::Code& code, size_t begin, size_t end);

}  // namespace cuset::execute::cpu
