// The subcommands. Each add_* declares its options and what runs; the callback's result is the process's exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace cuset::app {

// Set by the chosen subcommand's callback.
using Action = std::function<int()>;

void add_run(CLI::App& app, Action& action);
void add_synth(CLI::App& app, Action& action);
void add_eval(CLI::App& app, Action& action);
void add_env(CLI::App& app, Action& action);
#ifdef CUSET_WITH_TORCH
void add_train(CLI::App& app, Action& action);
void add_generate(CLI::App& app, Action& action);
void add_score(CLI::App& app, Action& action);
void add_inspect(CLI::App& app, Action& action);
void add_tokenize(CLI::App& app, Action& action);
void add_report(CLI::App& app, Action& action);

#endif

}  // namespace cuset::app
