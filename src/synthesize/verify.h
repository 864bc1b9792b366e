// Whether drafts are worth keeping: their answers are compiled and run against the references.
#pragma once

#include <string>
#include <vector>

#include "judge/program.h"
#include "synthesize/problem.h"

namespace cuset::synthesize {

struct Verification {
    enum class Status {
        good,
        trivial,  // zeros or a copy of an input would pass
        fault     // its own answer does not pass
    };
    Status status = Status::good;
    std::string message;  // of a fault
};

// Compiles all answers as one program and all references as another, and runs every case. One entry a draft.
std::vector<Verification> verify(const std::vector<Draft>& drafts, const judge::RunLimits& limits);

}  // namespace cuset::synthesize
