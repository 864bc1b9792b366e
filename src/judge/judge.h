// Judges samples of function tasks: extracts the code, compiles it, runs its cases, compares.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/progress.h"
#include "judge/check.h"

namespace cuset::judge {

struct Sample {
    std::string task_id;
    long sample_id = 0;
    std::string response;  // as the model wrote it, Markdown or bare code
    std::optional<long> tokens;
    std::string finish;   // stop, length or error
    Location where = {};  // for messages
};

// Throws UserError naming the location and key.
Sample parse_sample(const Json& object, const Location& where);
Json to_json(const Sample& sample);
std::vector<Sample> read_samples(const std::filesystem::path& path);

struct JudgeOptions {
    int jobs = 1;
    bool ask_nvcc = false;  // nvcc decides what compiles
    RunLimits limits;
    std::set<std::pair<std::string, long>> done;  // (task id, sample id) that already have a result
};

// Calls `on_result` for each sample that is not done, on the calling thread, as soon as its result is known. The same
// code for the same task is judged once. Throws UserError for a sample of an unknown task, or a task whose reference
// fails; Interrupted between two results.
void judge_samples(const std::vector<Task>& tasks, const std::vector<Sample>& samples, const JudgeOptions& options,
                   const ProgressCallback& progress, const std::function<void(const Result&)>& on_result);

}  // namespace cuset::judge
