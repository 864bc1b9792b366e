#include <cmath>

#include "app/commands.h"
#include "app/console.h"
#include "app/model_options.h"
#include "base/error.h"
#include "train/checkpoint.h"
#include "train/micro_batch.h"

namespace cuset::app {
namespace {

struct Options {
    std::string model = "builtin:smollm2", adapter, data, out;
    dataset::ExampleOptions examples;
};

int run(const Options& options) {
    require_different({{"--out", options.out}}, {{"--data", options.data}, {"--model", options.model}});
    model::Model model = model::load_model(options.model);
    if (!options.adapter.empty()) model::merge_adapter(model, train::find_adapter(options.adapter));
    const auto& chat = text::find_chat_template(options.examples.template_name, model.template_text, options.model);
    dataset::ExampleOptions example_options = options.examples;
    example_options.max_length = std::min(example_options.max_length, model.config.context_length);
    const auto examples = dataset::make_examples(dataset::read_records(options.data, example_options.system_prompt),
                                                 model.tokenizer, chat, example_options);
    if (examples.list.empty())
        user_error("{}: all {} samples are longer than {} tokens (--max-length, the model's context)", options.data,
                   examples.dropped, example_options.max_length);
    const auto scores = train::score(model, nullptr, examples.list, 2048);
    AtomicFile out(options.out);
    double confidence[2] = {0, 0};
    long count[2] = {0, 0};
    for (size_t n = 0; n < scores.size(); ++n) {
        const auto& example = examples.list[n];
        Json tokens = Json::array();
        for (size_t r = 0; r < scores[n].size(); ++r) {
            const int id = static_cast<int>(example.target(r));
            tokens.push_back({{"id", id},
                              {"text", model.tokenizer.bytes(id)},
                              {"log_prob", scores[n][r]},
                              {"in_kernel", example.cuda[r] != 0},
                              {"in_launch", example.launch[r] != 0}});
            confidence[example.cuda[r] != 0] += std::exp(static_cast<double>(scores[n][r]));
            ++count[example.cuda[r] != 0];
        }
        out.write(to_json_line({{"id", example.id}, {"tokens", tokens}}) + "\n");
    }
    out.commit();
    say(fmt::format("{} samples; mean confidence {:.4f} of {} tokens in CUDA spans, {:.4f} of {} others", scores.size(),
                    confidence[1] / static_cast<double>(std::max(1L, count[1])), count[1],
                    confidence[0] / static_cast<double>(std::max(1L, count[0])), count[0]));
    return 0;
}

}  // namespace

void add_score(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("score", "log-probability of every response token");
    auto o = std::make_shared<Options>();
    command->add_option("--model", o->model, "a .gguf file or builtin:smollm2")->capture_default_str();
    command->add_option("--adapter", o->adapter, "adapter or run directory");
    command->add_option("--data", o->data, "pairs.jsonl")->required();
    command->add_option("--out", o->out, "scores.jsonl to write")->required();
    command->add_option("--system-prompt", o->examples.system_prompt, "text of a system message");
    add_template_option(*command, o->examples.template_name);
    command->add_option("--max-length", o->examples.max_length, "tokens; longer samples are left out")
        ->capture_default_str()
        ->check(in_range(dataset::kMaxLength));
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
