// Inline PTX that only reads a special register: asm("mov.u32 %0, %laneid;" : "=r"(x)).
#pragma once

#include <string>

#include "cuda_source/syntax.h"

namespace cuset::execute::cpu {

// C++ that does what the asm statement at token `asm_at` does, without its semicolon; empty when it is another one.
// `end` becomes the token after the statement's closing parenthesis.
std::string read_special_register(const cuda_source::Code& code, size_t asm_at, size_t& end);

}  // namespace cuset::execute::cpu
