// CUDA C++ to plain C++ for the headers in cpu/include. Lines stay lines, so that the compiler's messages point to the
// user's source.
#pragma once

#include <string>
#include <string_view>

#include "execute/cpu/barrier_reach.h"

namespace cuset::execute::cpu {

// `name` is what the messages show for the source.
std::string rewrite(std::string_view text, const std::string& name, const BarrierReach& reach);

}  // namespace cuset::execute::cpu
