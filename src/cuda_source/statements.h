// The statements of a function's body, from tokens alone.
#pragma once

#include <vector>

#include "cuda_source/syntax.h"

namespace cuset::cuda_source {

struct Statement {
    enum class Kind { simple, block, if_, for_, while_, do_ };  // simple: anything else, as a whole
    Kind kind = Kind::simple;
    size_t begin = 0, end = 0;   // tokens; `end` is the one after the last
    size_t open = 0, close = 0;  // the parentheses after if, for, while; those behind a do's body
    // A block's statements; the body of a loop; what an `if` chooses between.
    std::vector<Statement> parts;
};

// The statements between two tokens, which must be whole. Empty where brackets do not match.
std::vector<Statement> read_statements(const Code& code, size_t begin, size_t end);

}  // namespace cuset::cuda_source
