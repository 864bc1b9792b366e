#include "train/config.h"

#include "base/error.h"
#include "base/settings.h"

namespace cuset::train {
namespace {

void require_range(bool good, const Settings& settings, const char* key, const char* rule) {
    if (!good) user_error("{}: {}", settings.where(key), rule);
}

// A key of which this version has one value.
void require_value(Settings& settings, const char* key, const std::string& only) {
    const auto value = settings.get<std::string>(key, only);
    if (value != only)
        user_error("{}: \"{}\" is not there yet; this version has \"{}\"", settings.where(key), value, only);
}

dataset::ExampleOptions read_examples(Settings& s, const objective::ObjectiveConfig& objective) {
    dataset::ExampleOptions o;
    o.max_length = s.get<long>("data.max_length", o.max_length);
    o.template_name = s.get<std::string>("data.template", o.template_name);
    o.system_prompt = s.get_optional("data.system_prompt").value_or("");
    o.cuda_spans = objective.cuda_spans;
    const auto over_long = s.get<std::string>("data.over_long", "drop");
    if (over_long == "drop")
        o.over_long = dataset::OverLong::drop;
    else if (over_long == "cut")
        o.over_long = dataset::OverLong::cut;
    else if (over_long == "error")
        o.over_long = dataset::OverLong::error;
    else
        user_error("{}: \"{}\" must be drop, cut or error", s.where("data.over_long"), over_long);
    require_range(o.max_length >= 2, s, "data.max_length", "must be at least 2");
    return o;
}

objective::ObjectiveConfig read_objective(Settings& s) {
    objective::ObjectiveConfig o;
    o.name = s.get<std::string>("objective.name", o.name);
    o.tau = s.get("objective.tau", o.tau);
    o.lambda = s.get("objective.lambda", o.lambda);
    o.window = static_cast<int>(s.get<long>("objective.window", o.window));
    o.confidence = s.get("objective.confidence", o.confidence);
    o.cuda = s.get("objective.cuda", o.cuda);
    o.region = s.get("objective.region", o.region);
    o.cuda_spans = s.get<std::string>("objective.cuda_spans", o.cuda_spans);
    const auto edges = s.get<std::string>("objective.window_edges", "text");
    if (edges != "text" && edges != "formula")
        user_error("{}: must be text or formula", s.where("objective.window_edges"));
    o.window_edges_formula = edges == "formula";
    o.keep_end_of_turn = s.get("objective.keep_end_of_turn", o.keep_end_of_turn);
    o.mask_warmup = s.get("objective.mask_warmup", o.mask_warmup);
    o.normalize = objective::parse_normalize(s.get<std::string>("objective.normalize", "tokens"));
    o.renormalize_weights = s.get("objective.renormalize_weights", o.renormalize_weights);
    objective::check(o);
    return o;
}

OptimizerConfig read_optimizer(Settings& s) {
    OptimizerConfig o;
    require_value(s, "optimizer.name", "adamw");
    o.lr = s.get("optimizer.lr", o.lr);
    const auto betas = s.get<std::vector<double>>("optimizer.betas", {o.beta1, o.beta2});
    require_range(betas.size() == 2, s, "optimizer.betas", "must be two numbers");
    o.beta1 = betas[0], o.beta2 = betas[1];
    o.eps = s.get("optimizer.eps", o.eps);
    o.weight_decay = s.get("optimizer.weight_decay", o.weight_decay);
    o.clip = s.get("optimizer.clip", o.clip);
    require_range(o.lr > 0 && o.lr < 1, s, "optimizer.lr", "must be between 0 and 1");
    require_range(o.beta1 >= 0 && o.beta1 < 1 && o.beta2 >= 0 && o.beta2 < 1, s, "optimizer.betas",
                  "must be at least 0 and below 1");
    require_range(o.eps > 0 && o.weight_decay >= 0 && o.clip >= 0, s, "optimizer.clip",
                  "eps must be positive, weight_decay and clip at least 0");
    return o;
}

}  // namespace

TrainConfig read_train_config(const std::filesystem::path& path, const std::vector<std::string>& overrides) {
    Settings s(path, overrides);
    TrainConfig c;
    c.model = s.get<std::string>("model", c.model);
    c.adapter = s.get_optional("adapter");
    c.data = s.get<std::string>("data.train", "");
    if (c.data.empty()) user_error("{}: is missing; give the path of a pairs.jsonl", s.where("data.train"));
    if (s.get_optional("data.validation")) user_error("{}: is not there yet; remove it", s.where("data.validation"));
    c.output = s.get<std::string>("output", "");
    if (c.output.empty()) user_error("{}: is missing; give a directory for the run", s.where("output"));
    c.objective = read_objective(s);
    c.examples = read_examples(s, c.objective);
    require_value(s, "method", "lora");
    require_value(s, "lora.targets", "all-linear");
    c.lora.rank = s.get<long>("lora.rank", c.lora.rank);
    c.lora.alpha = s.get("lora.alpha", c.lora.alpha);
    c.lora.dropout = s.get("lora.dropout", c.lora.dropout);
    require_range(c.lora.rank >= 1 && c.lora.rank <= 4096, s, "lora.rank", "must be 1 to 4096");
    require_range(c.lora.dropout >= 0 && c.lora.dropout < 1, s, "lora.dropout", "must be at least 0 and below 1");
    c.optimizer = read_optimizer(s);
    require_value(s, "schedule.name", "cosine");
    c.warmup_ratio = s.get("schedule.warmup_ratio", c.warmup_ratio);
    require_range(c.warmup_ratio >= 0 && c.warmup_ratio <= 1, s, "schedule.warmup_ratio", "must be 0 to 1");
    c.batch_samples = s.get<long>("batch.samples", c.batch_samples);
    c.micro_tokens = s.get<long>("batch.micro_tokens", c.micro_tokens);
    require_range(c.batch_samples >= 1, s, "batch.samples", "must be at least 1");
    require_range(c.micro_tokens >= 1, s, "batch.micro_tokens", "must be at least 1");
    c.epochs = s.get("epochs", c.epochs);
    if (s.get_optional("steps")) c.steps = s.get<long>("steps", 0);
    require_range(!c.steps || *c.steps >= 1, s, "steps", "must be at least 1");
    require_range(c.epochs > 0 && c.epochs <= 1e6, s, "epochs", "must be above 0");
    const long seed = s.get<long>("seed", 0);
    require_range(seed >= 0, s, "seed", "must be at least 0");
    c.seed = static_cast<uint64_t>(seed);
    const auto dtype = s.get<std::string>("base_dtype", "auto");
    if (dtype != "auto" && dtype != "fp32") user_error("{}: must be auto or fp32 on a CPU", s.where("base_dtype"));
    c.checkpoint_every = s.get<long>("checkpoint.every", c.checkpoint_every);
    c.checkpoint_keep = s.get<long>("checkpoint.keep", c.checkpoint_keep);
    require_range(c.checkpoint_every >= 1 && c.checkpoint_keep >= 1, s, "checkpoint.every",
                  "must be at least 1, as keep");
    s.finish();
    return c;
}

std::string to_yaml(const TrainConfig& c) {
    const auto& o = c.objective;
    // JSON strings are YAML strings.
    const auto quote = [](const std::string& text) { return Json(text).dump(); };
    static constexpr const char* kOverLong[] = {"drop", "cut", "error"};
    std::string text;
    const auto line = [&]<typename... Args>(fmt::format_string<Args...> format, Args&&... args) {
        text += fmt::format(format, std::forward<Args>(args)...) + "\n";
    };
    line("model: {}", quote(c.model));
    line("adapter: {}", c.adapter ? quote(*c.adapter) : "null");
    line("data: {{train: {}, max_length: {}, over_long: {}, template: {}, system_prompt: {}}}", quote(c.data.string()),
         c.examples.max_length, kOverLong[static_cast<int>(c.examples.over_long)], quote(c.examples.template_name),
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
