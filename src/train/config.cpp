#include "train/config.h"

#include <algorithm>

#include "base/error.h"
#include "base/settings.h"
#include "text/chat.h"

namespace cuset::train {
namespace {

constexpr Range<double> kShare{0, 1}, kShareBelowOne{0, 1, false, true}, kBetweenZeroAndOne{0, 1, true, true};
constexpr Range<long> kCount{1, 1'000'000'000};

const std::vector<std::string> kOverLong{"drop", "cut", "error"};

dataset::ExampleOptions read_examples(Settings& s, const objective::ObjectiveConfig& objective) {
    dataset::ExampleOptions o;
    o.max_length = s.get<int64_t>("data.max_length", o.max_length, dataset::kMaxLength);
    o.template_name = s.choose("data.template", o.template_name, text::chat_template_names());
    o.system_prompt = s.get_optional("data.system_prompt").value_or("");
    o.cuda_spans = objective.cuda_spans;
    const auto chosen = std::find(kOverLong.begin(), kOverLong.end(), s.choose("data.over_long", "drop", kOverLong));
    o.over_long = static_cast<dataset::OverLong>(chosen - kOverLong.begin());
    return o;
}

objective::ObjectiveConfig read_objective(Settings& s) {
    objective::ObjectiveConfig o;
    o.name = s.choose("objective.name", o.name, objective::objective_names());
    o.tau = s.get("objective.tau", o.tau, objective::kTau);
    o.lambda = s.get("objective.lambda", o.lambda, objective::kLambda);
    o.window =
        static_cast<int>(s.get<long>("objective.window", o.window, {objective::kWindow.low, objective::kWindow.high}));
    o.confidence = s.get("objective.confidence", o.confidence);
    o.cuda = s.get("objective.cuda", o.cuda);
    o.region = s.get("objective.region", o.region);
    o.cuda_spans = s.choose("objective.cuda_spans", o.cuda_spans, {"paper", "extended"});
    o.window_edges_formula = s.choose("objective.window_edges", "text", {"text", "formula"}) == "formula";
    o.keep_end_of_turn = s.get("objective.keep_end_of_turn", o.keep_end_of_turn);
    o.mask_warmup = s.get("objective.mask_warmup", o.mask_warmup, objective::kMaskWarmup);
    o.normalize = objective::parse_normalize(s.choose("objective.normalize", "tokens", objective::normalize_names()));
    o.renormalize_weights = s.get("objective.renormalize_weights", o.renormalize_weights);
    if (o.renormalize_weights && o.normalize == objective::Normalize::weights)
        user_error("{} cancels out with normalize: weights; choose one of them",
                   s.where("objective.renormalize_weights"));
    objective::check(o);
    return o;
}

OptimizerConfig read_optimizer(Settings& s) {
    OptimizerConfig o;
    s.choose("optimizer.name", "adamw", {"adamw"});
    o.lr = s.get("optimizer.lr", o.lr, kBetweenZeroAndOne);
    const auto betas = s.get("optimizer.betas", std::vector<double>{o.beta1, o.beta2}, kShareBelowOne);
    o.beta1 = betas[0], o.beta2 = betas[1];
    o.eps = s.get("optimizer.eps", o.eps, {0, 1, true});
    o.weight_decay = s.get("optimizer.weight_decay", o.weight_decay, {0, 1000});
    o.clip = s.get("optimizer.clip", o.clip, {0, 1e9});
    return o;
}

}  // namespace

TrainConfig read_train_config(const std::filesystem::path& path, const std::vector<std::string>& overrides) {
    Settings s(path, overrides);
    TrainConfig c;
    c.model = s.get<std::string>("model", c.model);
    c.adapter = s.get_optional("adapter");
    c.data = s.require("data.train", "give the path of a pairs.jsonl");
    if (s.get_optional("data.validation")) user_error("{} is not there yet; remove it", s.where("data.validation"));
    c.output = s.require("output", "give a directory for the run");
    c.objective = read_objective(s);
    c.examples = read_examples(s, c.objective);
    s.choose("method", "lora", {"lora"});
    s.choose("lora.targets", "all-linear", {"all-linear"});
    c.lora.rank = s.get<long>("lora.rank", c.lora.rank, {1, 4096});
    c.lora.alpha = s.get("lora.alpha", c.lora.alpha, {0, 1e6, true});
    c.lora.dropout = s.get("lora.dropout", c.lora.dropout, kShareBelowOne);
    c.optimizer = read_optimizer(s);
    s.choose("schedule.name", "cosine", {"cosine"});
    c.warmup_ratio = s.get("schedule.warmup_ratio", c.warmup_ratio, kShare);
    c.batch_samples = s.get("batch.samples", c.batch_samples, kCount);
    c.micro_tokens = s.get("batch.micro_tokens", c.micro_tokens, kCount);
    s.exclude("steps", "epochs");
    c.epochs = s.get("epochs", c.epochs, {0, 1e6, true});
    if (s.get_optional("steps")) c.steps = s.get("steps", 1L, kCount);
    c.seed = s.get("seed", c.seed, kSeeds);
    s.choose("base_dtype", "auto", {"auto", "fp32"});
    c.checkpoint_every = s.get("checkpoint.every", c.checkpoint_every, kCount);
    c.checkpoint_keep = s.get("checkpoint.keep", c.checkpoint_keep, kCount);
    s.finish();
    return c;
}

std::string to_yaml(const TrainConfig& c) {
    const auto& o = c.objective;
    // JSON strings are YAML strings.
    const auto quote = [](const std::string& text) { return Json(text).dump(); };
    std::string text;
    const auto line = [&]<typename... Args>(fmt::format_string<Args...> format, Args&&... args) {
        text += fmt::format(format, std::forward<Args>(args)...) + "\n";
    };
    line("model: {}", quote(c.model));
    line("adapter: {}", c.adapter ? quote(*c.adapter) : "null");
    line("data: {{train: {}, max_length: {}, over_long: {}, template: {}, system_prompt: {}}}", quote(c.data.string()),
         c.examples.max_length, kOverLong[static_cast<size_t>(c.examples.over_long)], quote(c.examples.template_name),
         c.examples.system_prompt.empty() ? "null" : quote(c.examples.system_prompt));
    line("output: {}", quote(c.output.string()));
    line(
        "objective: {{name: {}, tau: {}, lambda: {}, window: {}, confidence: {}, cuda: {}, region: {}, cuda_spans: {}, "
        "window_edges: {}, keep_end_of_turn: {}, mask_warmup: {}, normalize: {}, renormalize_weights: {}}}",
        o.name, o.tau, o.lambda, o.window, o.confidence, o.cuda, o.region, o.cuda_spans,
        o.window_edges_formula ? "formula" : "text", o.keep_end_of_turn, o.mask_warmup, objective::name_of(o.normalize),
        o.renormalize_weights);
    line("method: lora");
    line("lora: {{rank: {}, alpha: {}, dropout: {}, targets: all-linear}}", c.lora.rank, c.lora.alpha, c.lora.dropout);
    line("optimizer: {{name: adamw, lr: {}, betas: [{}, {}], eps: {}, weight_decay: {}, clip: {}}}", c.optimizer.lr,
         c.optimizer.beta1, c.optimizer.beta2, c.optimizer.eps, c.optimizer.weight_decay, c.optimizer.clip);
    line("schedule: {{name: cosine, warmup_ratio: {}}}", c.warmup_ratio);
    line("batch: {{samples: {}, micro_tokens: {}}}", c.batch_samples, c.micro_tokens);
    if (c.steps)
        line("steps: {}", *c.steps);
    else
        line("epochs: {}", c.epochs);
    line("seed: {}", c.seed);
    line("base_dtype: fp32");
    line("checkpoint: {{every: {}, keep: {}}}", c.checkpoint_every, c.checkpoint_keep);
    return text;
}

}  // namespace cuset::train
