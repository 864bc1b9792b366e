#include "judge/check.h"

#include <cmath>

#include "base/error.h"
#include "judge/compare.h"
#include "judge/shape.h"

namespace cuset::judge {
namespace {

// NaN and infinity have no JSON form.
Json number(double value) {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

Json case_detail(const Task& task, size_t index) {
    Json sizes = Json::object();
    for (const auto& [name, value] : task.cases[index].sizes) sizes[name] = value;
    return {{"case", index}, {"sizes", std::move(sizes)}};
}

Json comparison_detail(const Array& array, const Comparison& comparison) {
    return {{"array", array.name},
            {"index", comparison.first_wrong},
            {"expected", number(comparison.expected)},
            {"got", number(comparison.got)},
            {"wrong", comparison.wrong},
            {"total", comparison.total},
            {"largest_absolute_error", number(comparison.largest_absolute)},
            {"largest_relative_error", number(comparison.largest_relative)}};
}

bool any_work(const Task& task) {
    for (const Case& one : task.cases)
        for (const Array& array : task.outputs)
            if (element_count(array, one.sizes) > 0) return true;
    return false;
}

Verdict verdict_of_early_end(execute::RunResult::Status status) {
    using Status = execute::RunResult::Status;
    return status == Status::timeout       ? Verdict::timeout
           : status == Status::too_large   ? Verdict::too_large
           : status == Status::unsupported ? Verdict::unsupported
                                           : Verdict::runtime_error;
}

// The verdict of a finished call; pass when nothing is wrong.
Outcome check_call(const Task& task, const std::vector<Bytes>& expected, const CallResult& call, size_t index) {
    Outcome outcome{Verdict::pass, case_detail(task, index)};
    if (call.status == CallResult::Status::error) {
        outcome.verdict = Verdict::runtime_error;
        outcome.detail["message"] = call.message;
        return outcome;
    }
    if (!call.changed_input.empty()) {
        outcome.verdict = Verdict::wrong;
        outcome.detail["message"] = fmt::format("the input \"{}\" was changed", call.changed_input);
        return outcome;
    }
    for (size_t o = 0; o < task.outputs.size(); ++o) {
        const Comparison comparison = compare(*find_dtype(task.outputs[o].dtype), expected[o], call.outputs[o],
                                              task.absolute_tolerance, task.relative_tolerance);
        if (comparison.equal()) continue;
        outcome.verdict = Verdict::wrong;
        outcome.detail.update(comparison_detail(task.outputs[o], comparison));
        return outcome;
    }
    return outcome;
}

}  // namespace

Outcome check_compilation(const execute::CompileResult& compiled) {
    using Status = execute::CompileResult::Status;
    CUSET_ASSERT(compiled.status != Status::ok);
    Outcome outcome{compiled.status == Status::unsupported ? Verdict::unsupported : Verdict::compile_error, {}};
    outcome.detail = {{"message", compiled.message}};
    return outcome;
}

Outcome check_run(const Task& task, const Expected& expected, const FunctionRun& run) {
    using Severity = execute::Report::Severity;
    for (const execute::Report& report : run.reports)
        if (report.severity == Severity::error && report.kind != "timeout")
            return {Verdict::undefined_behaviour, {{"message", execute::describe(report)}}};
    for (size_t c = 0; c < run.calls.size(); ++c) {
        Outcome outcome = check_call(task, expected[c], run.calls[c], c);
        if (outcome.verdict != Verdict::pass) return outcome;
    }
    if (!run.message.empty()) {
        Outcome outcome{verdict_of_early_end(run.status), case_detail(task, run.calls.size())};
        outcome.detail["message"] = run.message;
        return outcome;
    }
    if (run.kernel_launches == 0 && any_work(task)) return {Verdict::wrong, {{"message", "no kernel was launched"}}};
    return {Verdict::pass, Json::object()};
}

}  // namespace cuset::judge
