#include <algorithm>
#include <map>
#include <thread>

#include "app/commands.h"
#include "app/console.h"
#include "app/options.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "judge/judge.h"
#include "judge/metrics.h"

namespace cuset::app {
namespace {

struct Options {
    std::string tasks, samples, out, executor = "cpu", gate;
    judge::JudgeOptions judge;
    bool json = false, markdown = false;
};

int run(Options options) {
    options.judge.ask_nvcc = !options.gate.empty();
    if (options.executor != "cpu")
        user_error("--executor {}: is not there yet; this version has cpu", options.executor);
    require_different({{"--out", options.out}}, {{"--tasks", options.tasks}, {"--samples", options.samples}});
    const auto tasks = judge::read_tasks(options.tasks);
    const auto samples = judge::read_samples(options.samples);
    if (samples.empty()) user_error("{}: holds no sample; give the answers to judge", options.samples);
    // What a verdict depends on besides the answer, so that a file never mixes verdicts of different kinds.
    const std::string identity =
        content_hash(fmt::format("{} {} {} {}", content_hash(read_file(options.tasks)), options.judge.limits.check,
                                 options.gate, options.judge.limits.run_timeout_s));
    if (std::filesystem::exists(options.out)) {
        std::map<std::pair<std::string, long>, std::string> hash_of;
        for (const auto& sample : samples) hash_of[{sample.task_id, sample.sample_id}] = content_hash(sample.response);
        for (const auto& result : judge::read_results(options.out, LastLine::may_be_partial)) {
            if (result.run != identity)
                user_error(
                    "{}: holds verdicts by another task file, --check, --compile-gate or --timeout; remove it, or "
                    "choose another --out",
                    result.where.str());
            const auto found = hash_of.find({result.task_id, result.sample_id});
            if (found == hash_of.end() || found->second != result.response_hash)
                user_error("{}: holds the verdict of another answer to task {}; remove it, or choose another --out",
                           result.where.str(), result.task_id);
            options.judge.done.emplace(result.task_id, result.sample_id);
        }
    }
    warn_about_sandbox();
    {
        LineAppender out(options.out, false);
        ProgressLine progress("judged");
        judge::judge_samples(tasks, samples, options.judge, progress.callback(), [&](const judge::Result& result) {
            Json line = judge::to_json(result);
            line["run"] = identity;
            out.append(to_json_line(line));
        });
    }
    const auto results = judge::read_results(options.out);
    std::map<std::string, long> samples_of;
    for (const auto& result : results) ++samples_of[result.task_id];
    long fewest = static_cast<long>(results.size());
    for (const auto& [id, count] : samples_of) fewest = std::min(fewest, count);
    std::vector<long> ks{1};
    if (fewest >= 3) ks.push_back(3);
    const auto summary = judge::summarize(results, ks);
    if (options.json)
        fmt::print("{}\n", judge::to_json(summary).dump());
    else
        fmt::print("{}",
                   judge::render(summary, options.markdown ? judge::TableStyle::markdown : judge::TableStyle::text));
    return 0;
}

}  // namespace

void add_eval(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("eval", "judge answers; continues where it stopped");
    auto o = std::make_shared<Options>();
    o->judge.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    command->add_option("--tasks", o->tasks, "tasks.jsonl")->required();
    command->add_option("--samples", o->samples, "samples.jsonl")->required();
    command->add_option("--out", o->out, "results.jsonl; a file of the same tasks and settings is continued")
        ->required();
    command->add_option("--executor", o->executor, "cpu")->capture_default_str();
    command->add_flag("--check", o->judge.limits.check,
                      "a race, an access out of bounds or another fault is the verdict undefined_behaviour");
    command->add_option("--compile-gate", o->gate, "nvcc: that compiler decides what compiles")
        ->check(one_of({"nvcc"}));
    command->add_option("--jobs", o->judge.jobs, "answers judged side by side (default: one a processor)")
        ->capture_default_str()
        ->check(in_range(kWorkers));
    command->add_option("--timeout", o->judge.limits.run_timeout_s, "seconds for all cases of an answer together")
        ->capture_default_str()
        ->check(in_range(kTimeouts));
    command->add_flag("--json", o->json, "print the summary as JSON");
    command->add_flag("--markdown", o->markdown, "print the table as Markdown");
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
