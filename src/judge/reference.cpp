#include "judge/reference.h"

#include "base/error.h"
#include "base/file.h"
#include "judge/compare.h"
#include "judge/parallel.h"

namespace cuset::judge {
namespace {

constexpr size_t kTasksPerProgram = 40;

[[noreturn]] void refuse(const Task& task, const std::string& what, const std::string& output = "") {
    const std::string place = task.where.file.empty() ? "" : task.where.str() + ": ";
    user_error("{}task \"{}\": {}; correct its \"reference\"{}{}", place, task.id, what, output.empty() ? "" : ":\n",
               output);
}

Expected expected_of(const Task& task, FunctionRun&& run) {
    if (!run.message.empty())
        refuse(task, fmt::format("the reference fails in case {}: {}", run.calls.size(), run.message));
    Expected expected;
    for (size_t c = 0; c < run.calls.size(); ++c) {
        if (!run.calls[c].changed_input.empty())
            refuse(task, fmt::format("the reference changes input \"{}\"", run.calls[c].changed_input));
        for (size_t o = 0; o < task.outputs.size(); ++o)
            if (!all_finite(*find_dtype(task.outputs[o].dtype), run.calls[c].outputs[o]))
                refuse(task, fmt::format("the reference leaves NaN or infinity in \"{}\" of case {}",
                                         task.outputs[o].name, c));
        expected.push_back(std::move(run.calls[c].outputs));
    }
    return expected;
}

std::vector<Expected> compute_batch(const std::vector<const Task*>& tasks, const RunLimits& limits) {
    std::vector<Function> functions;
    for (const Task* task : tasks) functions.push_back({task, task->reference});
    const TemporaryDirectory directory;
    const execute::CompileResult built = build(functions, Side::reference, directory.path(), limits);
    if (built.status != execute::CompileResult::Status::ok) {
        if (tasks.size() == 1) refuse(*tasks[0], "the reference does not compile", built.message);
        // One by one, to find out whose fault it is.
        std::vector<Expected> expected;
        for (const Task* task : tasks) expected.push_back(compute_batch({task}, limits)[0]);
        return expected;
    }
    std::vector<FunctionRun> runs = run_all(functions, Side::reference, built.executable, directory.path(), limits);
    std::vector<Expected> expected;
    for (size_t i = 0; i < tasks.size(); ++i) expected.push_back(expected_of(*tasks[i], std::move(runs[i])));
    return expected;
}

}  // namespace

std::vector<Expected> compute_references(const std::vector<const Task*>& tasks, int jobs, const RunLimits& limits) {
    const size_t batches = (tasks.size() + kTasksPerProgram - 1) / kTasksPerProgram;
    std::vector<Expected> all(tasks.size());
    const auto work = [&](size_t batch) {
        const size_t first = batch * kTasksPerProgram, last = std::min(tasks.size(), first + kTasksPerProgram);
        return compute_batch({tasks.begin() + static_cast<long>(first), tasks.begin() + static_cast<long>(last)},
                             limits);
    };
    parallel_each<std::vector<Expected>>(batches, jobs, work, [&](size_t batch, std::vector<Expected>&& expected) {
        for (size_t i = 0; i < expected.size(); ++i) all[batch * kTasksPerProgram + i] = std::move(expected[i]);
    });
    return all;
}

}  // namespace cuset::judge
