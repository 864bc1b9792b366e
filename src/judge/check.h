// From a function's compilation and run to its verdict.
#pragma once

#include "judge/reference.h"
#include "judge/verdict.h"

namespace cuset::judge {

struct Outcome {
    Verdict verdict = Verdict::wrong;
    Json detail = Json::object();
};

// Of code that did not compile. `status` is not ok.
Outcome check_compilation(const execute::CompileResult& compiled);

// Of code that ran: the first case that did not end, reported an error, changed an input or gave a wrong value decides.
// `detail` then holds `case`, `sizes` and what was found. A run without a kernel launch is wrong where there was
// anything to compute.
Outcome check_run(const Task& task, const Expected& expected, const FunctionRun& run);

}  // namespace cuset::judge
