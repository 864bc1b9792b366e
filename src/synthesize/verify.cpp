#include "synthesize/verify.h"

#include "base/error.h"
#include "base/file.h"
#include "judge/check.h"
#include "judge/compare.h"

namespace cuset::synthesize {
namespace {

using Status = Verification::Status;

// True when `answer` gives bytes that pass as output `o` in every case; it returns null where it has none of the size.
template <typename Answer>
bool would_pass(const judge::Task& task, const judge::Expected& expected, size_t o, const Answer& answer) {
    const judge::Dtype& dtype = *judge::find_dtype(task.outputs[o].dtype);
    for (size_t c = 0; c < task.cases.size(); ++c) {
        const judge::Bytes& want = expected[c][o];
        const size_t bytes = want.size() / dtype.reference_bytes * dtype.bytes;
        const judge::Bytes got = answer(task.cases[c]);
        if (!got.empty() && got.size() != bytes) return false;
        if (!judge::compare(dtype, want, got.empty() ? judge::Bytes(bytes) : got, task.absolute_tolerance,
                            task.relative_tolerance)
                 .equal())
            return false;
    }
    return true;
}

bool is_trivial(const judge::Task& task, const judge::Expected& expected) {
    for (size_t o = 0; o < task.outputs.size(); ++o) {
        if (would_pass(task, expected, o, [](const judge::Case&) { return judge::Bytes(); })) return true;
        for (size_t i = 0; i < task.inputs.size(); ++i)
            if (task.inputs[i].dtype == task.outputs[o].dtype &&
                would_pass(task, expected, o,
                           [&](const judge::Case& one) { return judge::make_input(task.inputs[i], one, i); }))
                return true;
    }
    return false;
}

// The answers' runs; a batch that does not compile is compiled piece by piece to find the culprits.
std::vector<Verification> run_answers(const std::vector<judge::Function>& functions,
                                      const std::vector<judge::Expected>& expected, const judge::RunLimits& limits) {
    const TemporaryDirectory directory;
    const execute::CompileResult built = judge::build(functions, judge::Side::answer, directory.path(), limits);
    std::vector<Verification> all;
    if (built.status != execute::CompileResult::Status::ok) {
        if (functions.size() == 1) return {{Status::fault, "it does not compile:\n" + built.message}};
        for (size_t i = 0; i < functions.size(); ++i)
            all.push_back(run_answers({functions[i]}, {expected[i]}, limits).front());
        return all;
    }
    const std::vector<judge::FunctionRun> runs =
        judge::run_all(functions, judge::Side::answer, built.executable, directory.path(), limits);
    for (size_t i = 0; i < functions.size(); ++i) {
        const judge::Outcome outcome = judge::check_run(*functions[i].task, expected[i], runs[i]);
        if (outcome.verdict == judge::Verdict::pass)
            all.emplace_back();
        else
            all.push_back(
                {Status::fault, fmt::format("{}: {}", judge::name(outcome.verdict), to_json_line(outcome.detail))});
    }
    return all;
}

}  // namespace

std::vector<Verification> verify(const std::vector<Draft>& drafts, const judge::RunLimits& limits) {
    std::vector<const judge::Task*> tasks;
    std::vector<judge::Function> functions;
    for (const Draft& draft : drafts) {
        tasks.push_back(&draft.task);
        functions.push_back({&draft.task, draft.code});
    }
    const std::vector<judge::Expected> expected = judge::compute_references(tasks, 1, limits);
    std::vector<Verification> all = run_answers(functions, expected, limits);
    for (size_t i = 0; i < drafts.size(); ++i)
        if (all[i].status == Status::good && is_trivial(drafts[i].task, expected[i])) all[i].status = Status::trivial;
    return all;
}

}  // namespace cuset::synthesize
