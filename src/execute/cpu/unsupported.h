// What of CUDA the CPU executor does not have.
#pragma once

#include <string>
#include <string_view>

namespace cuset::execute::cpu {

// Names the parts that a source uses and that are not supported ("textures (tex2D), line 12"), or returns an empty
// string. Names that CUDA does not have either are left to the compiler.
std::string find_unsupported(std::string_view text);

}  // namespace cuset::execute::cpu
