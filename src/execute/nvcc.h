// NVIDIA's compiler as the judge of what compiles.
#pragma once

#include "execute/execute.h"

namespace cuset::execute {

struct GateResult {
    bool accepted = false;
    std::string message;   // nvcc's, errors and warnings
    std::string compiler;  // "nvcc 13.0"
};

// Compiles a source with nvcc, without linking, inside the sandbox. Throws UserError when nvcc is not installed.
GateResult ask_nvcc(const Source& source, const CompileOptions& options);

}  // namespace cuset::execute
