// CUDA C++ to plain C++ for the headers in cpu/include. Lines stay lines, so that the compiler's messages point to the
// user's source.
#pragma once

#include <string>
#include <string_view>

#include "execute/cpu/barrier_reach.h"

namespace cuset::execute::cpu {

// `name` is what the messages show for the source. `phases`: kernels that can run as phases do (phases.h); their
// functions may fail to compile where the source does not, and repeat its errors.
std::string rewrite(std::string_view text, const std::string& name, const BarrierReach& reach, bool phases = false);

}  // namespace cuset::execute::cpu
