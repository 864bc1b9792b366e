#include <unistd.h>

#include "app/commands.h"
#include "app/console.h"
#include "app/model_options.h"
#include "base/error.h"
#include "study/sample_view.h"
#include "train/checkpoint.h"

namespace cuset::app {
namespace {

struct Options {
    std::string model = "builtin:smollm2", adapter, data, html;
    size_t index = 0;
    bool numbers = false;
    dataset::ExampleOptions examples;
    objective::ObjectiveConfig objective;
};

int run(const Options& options) {
    require_different({{"--html", options.html}}, {{"--data", options.data}, {"--model", options.model}});
    const auto records = dataset::read_records(options.data, options.examples.system_prompt);
    if (options.index >= records.size())
        user_error("--index {}: {} holds {} records, numbered from 0", options.index, options.data, records.size());
    model::Model model = model::load_model(options.model);
    if (!options.adapter.empty()) model::merge_adapter(model, train::find_adapter(options.adapter));
    const auto view =
        study::view_record(records[options.index], model, options.model, options.examples, options.objective);
    if (!options.html.empty()) {
        write_file(options.html, "<!doctype html><meta charset=\"utf-8\"><title>" + study::html_escape(view.id) +
                                     "</title><style>" + study::sample_view_css() + "</style>" + study::to_html(view) +
                                     "\n");
        say(fmt::format("{} written", options.html));
        return 0;
    }
    const bool colours = ::isatty(1) != 0;
    fmt::print("{}", study::to_terminal(view, colours));
    if (options.numbers)
        for (const auto& token : view.tokens)
            if (token.trained)
                fmt::print("{:>8.2f} {:>8.4f} {:>8.4f} {:<6} {}\n", token.weight, token.confidence, token.window,
                           token.launch ? "launch"
                           : token.cuda ? "cuda"
                                        : "",
                           Json(token.text).dump(-1, ' ', false, Json::error_handler_t::replace));
    say(fmt::format("sample weight w = {:.4f}; {}", view.sample_weight,
                    colours ? "grey: prompt, struck: no weight, blue: 1, yellow: more"
                            : "no terminal, no colours: --numbers or --html show the weights"));
    return 0;
}

}  // namespace

void add_inspect(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("inspect", "one sample coloured by the weight that its tokens get");
    auto o = std::make_shared<Options>();
    command->add_option("--model", o->model, "a .gguf file or builtin:smollm2")->capture_default_str();
    command->add_option("--adapter", o->adapter, "adapter or run directory");
    command->add_option("--data", o->data, "pairs.jsonl")->required();
    command->add_option("--index", o->index, "which record, from 0")
        ->capture_default_str()
        ->check(in_range<size_t>({0, INT32_MAX}));
    command->add_option("--html", o->html, "write HTML to this file instead of terminal colours");
    command->add_flag("--numbers", o->numbers, "also list weight, confidence and window confidence of every token");
    command->add_option("--objective", o->objective.name, "whose weights")
        ->capture_default_str()
        ->check(one_of(objective::objective_names()));
    command->add_option("--tau", o->objective.tau, "confidence at or below it is masked")
        ->capture_default_str()
        ->check(in_range(objective::kTau));
    command->add_option("--lambda", o->objective.lambda, "extra weight in CUDA spans")
        ->capture_default_str()
        ->check(in_range(objective::kLambda));
    add_region_options(*command, o->objective);
    command->add_option("--system-prompt", o->examples.system_prompt, "text of a system message");
    add_template_option(*command, o->examples.template_name);
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
