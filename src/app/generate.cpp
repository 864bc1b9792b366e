#include "generate/generate.h"

#include "app/commands.h"
#include "app/console.h"
#include "base/error.h"
#include "dataset/example.h"
#include "train/checkpoint.h"

namespace cuset::app {
namespace {

struct Options {
    std::string model = "builtin:smollm2", adapter, tasks, out, template_name = "auto", system_prompt;
    generate::GenerateOptions generate{.samples = 3, .temperature = 0.8, .top_p = 0.95};
};

int run(const Options& options) {
    std::set<std::pair<std::string, long>> done;
    if (std::filesystem::exists(options.out))
        for (const auto& sample : judge::read_samples(options.out)) done.emplace(sample.task_id, sample.sample_id);
    const auto tasks = judge::read_tasks(options.tasks);
    model::Model model = model::load_model(options.model);
    if (!options.adapter.empty()) model::merge_adapter(model, train::find_adapter(options.adapter));
    const auto& chat = text::find_chat_template(options.template_name, model.template_text, options.model);
    std::vector<generate::Prompt> prompts;
    for (const auto& task : tasks)
        prompts.push_back({task.id, dataset::prompt_tokens(dataset::conversation(task.prompt, options.system_prompt),
                                                           model.tokenizer, chat)});
    LineAppender out(options.out, false);
    ProgressLine progress("answers");
    generate::generate(
        model, prompts, done, options.generate,
        [&](const judge::Sample& sample) { out.append(to_json_line(judge::to_json(sample))); }, progress.callback());
    return 0;
}

}  // namespace

void add_generate(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("generate", "sample answers to tasks; continues where it stopped");
    auto o = std::make_shared<Options>();
    command->add_option("--model", o->model, "a .gguf file or builtin:smollm2")->capture_default_str();
    command->add_option("--adapter", o->adapter, "adapter or run directory");
    command->add_option("--tasks", o->tasks, "tasks.jsonl")->required();
    command->add_option("--out", o->out, "samples.jsonl to append to")->required();
    command->add_option("--n", o->generate.samples, "answers a task")->capture_default_str()->check(CLI::PositiveNumber);
    command->add_option("--temperature", o->generate.temperature, "0: greedy")->capture_default_str()->check(CLI::NonNegativeNumber);
    command->add_option("--top-p", o->generate.top_p)->capture_default_str()->check(CLI::Range(0.0, 1.0));
    command->add_option("--max-new-tokens", o->generate.max_new_tokens)->capture_default_str()->check(CLI::PositiveNumber);
    command->add_option("--seed", o->generate.seed)->capture_default_str();
    command->add_option("--batch", o->generate.batch, "sequences decoded side by side")->capture_default_str()->check(CLI::PositiveNumber);
    command->add_option("--template", o->template_name, "chat template by name")->capture_default_str();
    command->add_option("--system-prompt", o->system_prompt, "text of a system message");
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
