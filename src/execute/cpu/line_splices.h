// Tokens that a backslash at a line's end cuts in two.
#pragma once

#include <string>
#include <string_view>

namespace cuset::execute::cpu {

// The text with such tokens joined. The newline moves to the line's end, so that later lines keep their numbers.
std::string join_cut_tokens(std::string_view text);

}  // namespace cuset::execute::cpu
