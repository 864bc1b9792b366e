// What a declaration declares, from its tokens.
#pragma once

#include <string_view>
#include <vector>

#include "cuda_source/syntax.h"

namespace cuset::execute::cpu {

// Whether parentheses after the token belong to it and not to a declarator.
bool is_attribute(std::string_view token);

// The names that the declarators between tokens `begin` and `end` (the semicolon) declare. Sets `initialized` when one
// of them has an initialiser.
std::vector<std::string_view> declared_names(const cuda_source::Code& code, size_t begin, size_t end,
                                             bool& initialized);

}  // namespace cuset::execute::cpu
