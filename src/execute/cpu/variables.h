// The variables at namespace scope that checked mode watches: which side may touch them.
#pragma once

#include <string_view>
#include <vector>

#include "cuda_source/syntax.h"

namespace cuset::execute::cpu {

struct VariableDeclaration {
    std::string_view name;
    bool on_device;
    size_t end;  // the token of its semicolon
};

// Device variables that the host may not touch (no managed and no constant ones), and host variables of built-in types.
// None of a source that asks for __CUDA_ARCH__: the same function may be meant for both sides.
std::vector<VariableDeclaration> find_variables(const cuda_source::Code& code);

}  // namespace cuset::execute::cpu
