// What a task's reference computes: the expected outputs.
#pragma once

#include <functional>
#include <vector>

#include "judge/program.h"

namespace cuset::judge {

// The outputs of each case, as the reference's types hold them.
using Expected = std::vector<std::vector<Bytes>>;

// Compiles and runs the references of many tasks, in a sandbox of their own; answers never see the values. Results are
// in the order of `tasks`. Throws UserError that names the task whose reference does not compile, fails, or gives a
// value that is not finite.
std::vector<Expected> compute_references(const std::vector<const Task*>& tasks, int jobs, const RunLimits& limits);

}  // namespace cuset::judge
