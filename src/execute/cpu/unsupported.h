// What of CUDA the CPU executor does not have.
#pragma once

#include <string>
#include <string_view>

namespace cuset::execute::cpu {

// Names the parts that a source mentions and that are not supported ("surfaces (surf2Dread), line 12"), or returns an
// empty string: why a source did not compile. Names that CUDA does not have either are the source's mistake.
std::string find_unsupported(std::string_view text);

// The same for launches from device code, which compile all the same: asked before.
std::string find_device_launch(std::string_view text);

}  // namespace cuset::execute::cpu
