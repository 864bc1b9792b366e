#include "generate/generate.h"

#include "app/commands.h"
#include "app/console.h"
#include "app/model_options.h"
#include "base/error.h"
#include "base/hash.h"
#include "dataset/example.h"
#include "train/checkpoint.h"

namespace cuset::app {
namespace {

struct Options {
    std::string model = "builtin:smollm2", adapter, tasks, out, template_name = "auto", system_prompt;
    generate::GenerateOptions generate{.samples = 3, .temperature = 0.8, .top_p = 0.95};
};

// What an answer depends on; written into each line, so that a file never mixes the answers of different runs.
std::string identity_of(const Options& o) {
    const auto adapter = o.adapter.empty() ? std::nullopt : std::optional(o.adapter);
    return content_hash(fmt::format("{} {} {} {} {} {} {} {}", train::weights_hash(o.model, adapter), o.template_name,
                                    o.system_prompt, o.generate.temperature, o.generate.top_p,
                                    o.generate.max_new_tokens, o.generate.seed, content_hash(read_file(o.tasks))));
}

std::set<std::pair<std::string, long>> answers_there(const std::string& path, const std::string& identity) {
    std::set<std::pair<std::string, long>> done;
    if (!std::filesystem::exists(path)) return done;
    const auto use = [&](Json&& object, const Location& where) {
        if (!object.contains("run") || require_string(object, "run", where) != identity)
            user_error(
                "{}: holds answers of another model, adapter, task file or setting; remove it, or choose another --out",
                where.str());
        const auto sample = judge::parse_sample(object, where);
        done.emplace(sample.task_id, sample.sample_id);
    };
    for_each_json_line(path, use, LastLine::may_be_partial);
    return done;
}

int run(const Options& options) {
    require_different({{"--out", options.out}}, {{"--tasks", options.tasks}, {"--model", options.model}});
    const std::string identity = identity_of(options);
    const auto done = answers_there(options.out, identity);
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
        [&](const judge::Sample& sample) {
            Json line = judge::to_json(sample);
            line["run"] = identity;
            out.append(to_json_line(line));
        },
        progress.callback());
    return 0;
}

}  // namespace

void add_generate(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("generate", "sample answers to tasks; continues where it stopped");
    auto o = std::make_shared<Options>();
    command->add_option("--model", o->model, "a .gguf file or builtin:smollm2")->capture_default_str();
    command->add_option("--adapter", o->adapter, "adapter or run directory");
    command->add_option("--tasks", o->tasks, "tasks.jsonl")->required();
    command->add_option("--out", o->out, "samples.jsonl; a file of the same model and settings is continued")
        ->required();
    command->add_option("--n", o->generate.samples, "answers a task")
        ->capture_default_str()
        ->check(in_range<long>({1, 10'000}));
    command
        ->add_option("--temperature", o->generate.temperature,
                     "of the softmax; 0: greedy, always the most likely token")
        ->capture_default_str()
        ->check(in_range<double>({0, 100}));
    command->add_option("--top-p", o->generate.top_p, "draw from the fewest tokens that have this probability together")
        ->capture_default_str()
        ->check(in_range<double>({0, 1}));
    command->add_option("--max-new-tokens", o->generate.max_new_tokens, "longest answer, in tokens")
        ->capture_default_str()
        ->check(in_range<long>({1, 1 << 30}));
    command->add_option("--seed", o->generate.seed, "the same seed gives the same answers")
        ->capture_default_str()
        ->check(in_range(kSeeds));
    command->add_option("--batch", o->generate.batch, "answers decoded side by side")
        ->capture_default_str()
        ->check(in_range<int>({1, 4096}));
    add_template_option(*command, o->template_name);
    command->add_option("--system-prompt", o->system_prompt, "text of a system message");
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
