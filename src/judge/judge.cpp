#include "judge/judge.h"

#include <chrono>
#include <map>

#include "base/error.h"
#include "base/hash.h"
#include "cuda_source/answer.h"
#include "execute/nvcc.h"
#include "judge/parallel.h"
#include "judge/shape.h"

namespace cuset::judge {
namespace {

// One code for one task, and the samples that gave it.
struct Job {
    size_t task = 0;
    std::optional<std::string> code;
    std::vector<const Sample*> samples;
};

std::vector<Job> collect_jobs(const std::vector<Task>& tasks, const std::vector<Sample>& samples,
                              const JudgeOptions& options) {
    std::map<std::string, size_t> task_of;
    for (size_t i = 0; i < tasks.size(); ++i) task_of[tasks[i].id] = i;
    std::map<std::pair<size_t, std::string>, size_t> job_of;
    std::vector<Job> jobs;
    for (const Sample& sample : samples) {
        const auto task = task_of.find(sample.task_id);
        if (task == task_of.end())
            user_error(
                "{}: names the task \"{}\", which is not among the tasks; give the tasks that the samples were made "
                "for",
                sample.where.str(), sample.task_id);
        if (options.done.count({sample.task_id, sample.sample_id}) > 0) continue;
        std::optional<std::string> code = cuda_source::extract_code(sample.response);
        const std::string hash = code ? content_hash(*code) : "";
        const auto [entry, added] = job_of.try_emplace({task->second, hash}, jobs.size());
        if (added) jobs.push_back({task->second, std::move(code), {}});
        jobs[entry->second].samples.push_back(&sample);
    }
    return jobs;
}

// Bytes of the largest case, on the host and on the device.
double largest_case_bytes(const Task& task) {
    double largest = 0;
    for (const Case& one : task.cases) {
        double bytes = 0;
        for (const auto* arrays : {&task.inputs, &task.outputs})
            for (const Array& array : *arrays)
                bytes += 2.0 * static_cast<double>(element_count(array, one.sizes)) *
                         static_cast<double>(find_dtype(array.dtype)->bytes);
        largest = std::max(largest, bytes);
    }
    return largest;
}

Result judge_code(const Task& task, const Expected& expected, const std::optional<std::string>& code, bool ask_nvcc,
                  const RunLimits& limits) {
    Result result;
    result.task_id = task.id;
    if (!code) return result;
    const auto start = std::chrono::steady_clock::now();
    if (ask_nvcc) {
        execute::CompileOptions options;
        options.timeout_s = limits.compile_timeout_s;
        const execute::GateResult gate = execute::ask_nvcc({"answer.cu", *code}, options);
        result.gate = gate.compiler;
        if (!gate.accepted) {
            result.verdict = Verdict::compile_error;
            result.detail = {{"message", gate.message}};
            return result;
        }
    }
    const std::vector<Function> functions = {{&task, *code}};
    const TemporaryDirectory directory;
    const execute::CompileResult built = build(functions, Side::answer, directory.path(), limits);
    const bool runs = built.status == execute::CompileResult::Status::ok;
    result.compiled = runs || ask_nvcc;
    const Outcome outcome =
        runs ? check_run(task, expected,
                         run_all(functions, Side::answer, built.executable, directory.path(), limits).front())
             : check_compilation(built);
    result.verdict = outcome.verdict;
    result.detail = outcome.detail;
    result.passed = outcome.verdict == Verdict::pass;
    result.ran = result.passed || outcome.verdict == Verdict::wrong;
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

Result too_large(const Task& task) {
    Result result;
    result.task_id = task.id;
    result.verdict = Verdict::too_large;
    result.detail = {{"message", "the task's arrays do not fit into the memory limit"}};
    return result;
}

}  // namespace

Sample parse_sample(const Json& object, const Location& where) {
    Sample sample;
    sample.where = where;
    sample.task_id = require_string(object, "task_id", where);
    sample.sample_id = require_integer(object, "sample_id", where);
    if (sample.sample_id < 0)
        user_error("{}: key \"sample_id\" is {}; it must be at least 0", where.str(), sample.sample_id);
    sample.response = require_string(object, "response", where);
    if (object.contains("tokens") && !object["tokens"].is_null())
        sample.tokens = require_integer(object, "tokens", where);
    if (object.contains("finish")) sample.finish = require_string(object, "finish", where);
    return sample;
}

Json to_json(const Sample& sample) {
    return {{"task_id", sample.task_id},
            {"sample_id", sample.sample_id},
            {"response", sample.response},
            {"tokens", sample.tokens ? Json(*sample.tokens) : Json(nullptr)},
            {"finish", sample.finish}};
}

std::vector<Sample> read_samples(const std::filesystem::path& path) {
    std::vector<Sample> samples;
    std::set<std::pair<std::string, long>> seen;
    for_each_json_line(path, [&](Json&& object, const Location& where) {
        samples.push_back(parse_sample(object, where));
        const Sample& sample = samples.back();
        if (!seen.emplace(sample.task_id, sample.sample_id).second)
            user_error("{}: sample {} of task \"{}\" occurs twice; keep one of the lines", where.str(),
                       sample.sample_id, sample.task_id);
    });
    return samples;
}

void judge_samples(const std::vector<Task>& tasks, const std::vector<Sample>& samples, const JudgeOptions& options,
                   const ProgressCallback& progress, const std::function<void(const Result&)>& on_result) {
    const std::vector<Job> jobs = collect_jobs(tasks, samples, options);
    Progress state;
    for (const Job& job : jobs) state.total += static_cast<long>(job.samples.size());

    // References of the tasks that have code to run and fit into memory.
    std::vector<const Task*> needed;
    std::map<size_t, size_t> reference_of;
    for (const Job& job : jobs)
        if (job.code && largest_case_bytes(tasks[job.task]) < static_cast<double>(options.limits.memory_bytes) &&
            reference_of.try_emplace(job.task, needed.size()).second)
            needed.push_back(&tasks[job.task]);
    const std::vector<Expected> references = compute_references(needed, options.jobs, options.limits);

    const auto work = [&](size_t index) {
        const Job& job = jobs[index];
        const auto reference = reference_of.find(job.task);
        if (job.code && reference == reference_of.end()) return too_large(tasks[job.task]);
        return judge_code(tasks[job.task], job.code ? references[reference->second] : Expected{}, job.code,
                          options.ask_nvcc, options.limits);
    };
    parallel_each<Result>(jobs.size(), options.jobs, work, [&](size_t index, Result&& result) {
        for (const Sample* sample : jobs[index].samples) {
            result.sample_id = sample->sample_id;
            result.tokens = sample->tokens;
            result.response_hash = content_hash(sample->response);
            on_result(result);
            ++state.done;
            if (progress) progress(state);
        }
    });
}

}  // namespace cuset::judge
