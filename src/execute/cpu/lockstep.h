// Code that counts on threads going on together: polling for another thread, and warps in lockstep.
#pragma once

#include "cuda_source/syntax.h"
#include "execute/cpu/edits.h"

namespace cuset::execute::cpu {

// Device functions that wait for others in a loop, or store through volatile pointers without barriers, let them run.
void keep_together(const cuda_source::Code& code, const std::vector<cuda_source::Function>& functions, Edits& edits);

}  // namespace cuset::execute::cpu
