#include <thread>

#include "app/commands.h"
#include "app/console.h"
#include "app/options.h"
#include "base/error.h"
#include "synthesize/families.h"
#include "synthesize/style.h"
#include "synthesize/synthesize.h"

namespace cuset::app {
namespace {

constexpr Range<long> kCounts{0, 10'000'000};

struct Options {
    synthesize::SynthOptions synth;
    std::string out, tasks, held_out_pairs;
    bool list = false;
};

int run(const Options& options) {
    if (options.list) {
        for (const auto& family : synthesize::families()) fmt::print("{:<16} {}\n", family.name, family.help);
        return 0;
    }
    if (options.out.empty() || options.tasks.empty()) user_error("synth: --out and --tasks are needed");
    require_different({{"--out", options.out}, {"--tasks", options.tasks}, {"--held-out", options.held_out_pairs}}, {});
    AtomicFile pairs(options.out), tasks(options.tasks);
    std::string answers;
    ProgressLine progress("verified");
    const auto report = synthesize::synthesize(
        options.synth, progress.callback(),
        [&](const synthesize::Pair& pair) { pairs.write(to_json_line(synthesize::to_json(pair)) + "\n"); },
        [&](const judge::Task& task, const synthesize::Pair& pair) {
            tasks.write(to_json_line(judge::to_json(task)) + "\n");
            answers += to_json_line(synthesize::to_json(pair)) + "\n";
        });
    for (const auto& fault : report.faults)
        say(fmt::format("warning: {} was not written, its own answer fails: {}", fault.id, fault.message));
    pairs.commit();
    tasks.commit();
    if (!options.held_out_pairs.empty()) write_file(options.held_out_pairs, answers);
    say(fmt::format("{} pairs in {}, {} held-out tasks in {}", report.pairs, options.out, report.tasks, options.tasks));
    return report.faults.empty() ? 0 : 1;
}

}  // namespace

void add_synth(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("synth", "make verified training pairs and held-out tasks");
    auto o = std::make_shared<Options>();
    o->synth.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    command->add_option("--out", o->out, "pairs.jsonl to write (needed, but for --list-families)");
    command->add_option("--tasks", o->tasks, "tasks.jsonl of held-out compositions to write (needed, too)");
    command->add_option("--held-out", o->held_out_pairs, "also write the held-out tasks' own answers, as pairs");
    command->add_option("--count", o->synth.count, "training pairs")->capture_default_str()->check(in_range(kCounts));
    command->add_option("--held-out-count", o->synth.held_out, "held-out tasks")
        ->capture_default_str()
        ->check(in_range(kCounts));
    command->add_option("--seed", o->synth.seed, "the same seed gives the same files")
        ->capture_default_str()
        ->check(in_range(kSeeds));
    command->add_option("--style", o->synth.style, "0: fixed names and layout ... 3: all drawn at random")
        ->capture_default_str()
        ->check(in_range<int>({0, synthesize::kStyleLevels - 1}));
    command->add_option("--families", o->synth.families, "only these (default: all)")->delimiter(',');
    command->add_option("--jobs", o->synth.jobs, "compilations side by side (default: one a processor)")
        ->capture_default_str()
        ->check(in_range(kWorkers));
    command->add_flag("--list-families", o->list, "print the families and end");
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
