#include "app/commands.h"
#include "app/console.h"
#include "base/error.h"
#include "train/trainer.h"

namespace cuset::app {
namespace {

struct Options {
    std::string config;
    std::vector<std::string> overrides;
    bool fresh = false, validate = false, json = false;
};

int run(const Options& options) {
    const train::TrainConfig config = train::read_train_config(options.config, options.overrides);
    ProgressLine progress("step");
    const train::TrainEvents events{progress.callback(), say};
    if (options.validate) {
        train::validate(config, events);  // says samples and steps
        say("the configuration is good");
        return 0;
    }
    const train::TrainSummary s = train::train(config, options.fresh, events);
    if (options.json) fmt::print("{}\n", read_json(config.output / "summary.json").dump());
    say(fmt::format(
        "{} steps, loss {:.4f}, {:.0f} tokens/s, {:.0f} % of this machine's matrix-product peak, {:.2f} GB; "
        "adapter in {}",
        s.steps, s.final_loss, s.tokens_per_s, s.percent_of_peak, static_cast<double>(s.peak_rss_bytes) / 1e9,
        s.adapter.string()));
    return 0;
}

}  // namespace

void add_train(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("train", "train an adapter; continues where its output holds a checkpoint");
    auto o = std::make_shared<Options>();
    command->add_option("config", o->config, "configuration in YAML (docs/configuration.md)")->required();
    command->add_option("overrides", o->overrides, "key=value, e.g. objective.name=sft optimizer.lr=2e-4");
    command->add_flag("--fresh", o->fresh, "do not continue: remove the run's checkpoints and metrics first");
    command->add_flag("--validate", o->validate, "only check configuration and data");
    command->add_flag("--json", o->json, "print the summary as JSON");
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
