// Training pairs and held-out tasks from task families, every answer verified before it is handed out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/progress.h"
#include "judge/program.h"
#include "judge/task.h"

namespace cuset::synthesize {

struct SynthOptions {
    long count = 500;    // training pairs
    long held_out = 60;  // tasks of compositions that no training pair has
    uint64_t seed = 0;
    int style = 0;                      // see style.h
    std::vector<std::string> families;  // names; empty: all
    double held_out_share = 0.2;        // of each family's compositions
    int jobs = 1;
    judge::RunLimits limits = {.compile_timeout_s = 300, .run_timeout_s = 120};
};

// A prompt and the answer to learn: one fenced block of CUDA and nothing around it.
struct Pair {
    std::string id, prompt, response, family, composition;
};

Json to_json(const Pair& pair);

// An answer of ours that does not pass its own task: a fault of the generator. It is not handed out.
struct Fault {
    std::string id, prompt, code, message;
};

struct SynthReport {
    long pairs = 0, tasks = 0;
    long trivial = 0;  // drafts dropped because zeros or a copy of an input would pass
    std::vector<Fault> faults;
};

using PairCallback = std::function<void(const Pair&)>;
// A held-out task, and the pair that answers it.
using TaskCallback = std::function<void(const judge::Task&, const Pair&)>;

// Makes `count` pairs and `held_out` tasks, spread evenly over the families, and passes them on in an order that
// depends on the options but for `jobs` and `limits` alone. No two pairs are equal. Throws UserError for an unknown
// family, a style out of range, or more pairs than the families can give; Interrupted between batches.
SynthReport synthesize(const SynthOptions& options, const ProgressCallback& progress, const PairCallback& on_pair,
                       const TaskCallback& on_task);

}  // namespace cuset::synthesize
