#include "train/trainer.h"

#include <ATen/ATen.h>
#include <sys/resource.h>

#include <chrono>
#include <cmath>

#include "base/hash.h"
#include "base/interrupt.h"
#include "dataset/packing.h"
#include "ops/adamw.h"
#include "train/checkpoint.h"

namespace cuset::train {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

long peak_rss() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024L;
}

// Floating-point operations of one step: forward and input gradients of every linear layer, and the head's rows twice.
double step_flops(const model::ModelConfig& c, const StepStatistics& s) {
    const auto per_layer = static_cast<double>(c.hidden * (c.heads + 2 * c.kv_heads) * c.head_dim +
                                               c.heads * c.head_dim * c.hidden + 3 * c.hidden * c.intermediate);
    return 4 * per_layer * static_cast<double>(c.layers * s.tokens) +
           4 * static_cast<double>(c.vocabulary * c.hidden * s.loss_tokens);
}

struct Run {
    dataset::Examples examples;
    long steps_per_epoch = 0, steps = 0;
};

Run prepare(const TrainConfig& config, const text::Tokenizer& tokenizer, const std::string& template_text,
            int64_t context_length, const TrainEvents& events) {
    Run run;
    const auto& chat = text::find_chat_template(config.examples.template_name, template_text, config.model);
    dataset::ExampleOptions options = config.examples;
    options.max_length = std::min(options.max_length, context_length);
    run.examples =
        dataset::make_examples(dataset::read_records(config.data, options.system_prompt), tokenizer, chat, options);
    const long samples = static_cast<long>(run.examples.list.size());
    if (samples == 0) user_error("{}: no sample is left; raise data.max_length", config.data.string());
    run.steps_per_epoch = (samples + config.batch_samples - 1) / config.batch_samples;
    run.steps = config.steps.value_or(
        std::max(1L, static_cast<long>(std::llround(config.epochs * static_cast<double>(run.steps_per_epoch)))));
    if (events.message)
        events.message(fmt::format("{} samples ({} over-long dropped, {} cut), {} steps of {}", samples,
                                   run.examples.dropped, run.examples.cut, run.steps, config.batch_samples));
    return run;
}

// What must be equal for a checkpoint to be continued: everything that changes the result, and files by their content.
// Micro-steps do not.
std::string identity_of(TrainConfig config) {
    const TrainConfig defaults;
    config.output = "";
    config.checkpoint_every = defaults.checkpoint_every;
    config.checkpoint_keep = defaults.checkpoint_keep;
    config.micro_tokens = defaults.micro_tokens;
    config.data = "content " + content_hash(read_file(config.data));
    config.model = "content " + weights_hash(config.model, std::nullopt);
    if (config.adapter)
        config.adapter =
            "content " + content_hash(read_file(find_adapter(*config.adapter) / "adapter_model.safetensors"));
    return to_yaml(config);
}

// Keeps the first `steps` lines of metrics.jsonl: later ones will be written again.
void cut_metrics(const fs::path& path, long steps) {
    if (!fs::exists(path)) return;
    std::string kept;
    for_each_json_line(
        path,
        [&](Json&& line, const Location& where) {
            if (require_integer(line, "step", where) <= steps) kept += to_json_line(line) + "\n";
        },
        LastLine::may_be_partial);
    write_file(path, kept);
}

void clip(at::Tensor& gradients, double limit, double norm) {
    if (limit > 0 && norm > limit) gradients.mul_(limit / (norm + 1e-6));
}

void warn_about_masks(const TrainConfig& config, const StepStatistics& s, const TrainEvents& events) {
    if (!events.message || (s.kept_share >= 0.9 && s.masked_end_of_turn <= 0)) return;
    if (config.objective.name == "sft") return;
    events.message(fmt::format(
        "warning: {:.0f} % of the answers' tokens{} carry no loss at the start: what the model does not know yet stays "
        "unlearned; consider objective.mask_warmup=0.3, objective.keep_end_of_turn=true or "
        "objective.cuda_spans=extended",
        100 * (1 - s.kept_share), s.masked_end_of_turn > 0 ? " and the end-of-turn token" : ""));
}

class Trainer {
   public:
    Trainer(const TrainConfig& config, const TrainEvents& events)
        : config_(config),
          events_(events),
          model_(model::load_model(config.model)),
          run_(prepare(config, model_.tokenizer, model_.template_text, model_.config.context_length, events)),
          lora_(model_.config, config.lora, config.seed),
          identity_(identity_of(config)) {
        if (config.adapter) lora_.load(find_adapter(*config.adapter));
        state_.m = at::zeros_like(lora_.parameters());
        state_.v = at::zeros_like(lora_.parameters());
    }

    TrainSummary run(bool fresh) {
        start(fresh);
        LineAppender metrics(config_.output / "metrics.jsonl", false);
        const double peak = state_.step < run_.steps ? measure_matmul_gflops() * 1e9 : 0;
        while (state_.step < run_.steps) {
            const auto step_begin = Clock::now();
            const StepStatistics s = advance();
            const double seconds = seconds_since(step_begin);
            metrics.append(to_json_line(metrics_line(s, seconds, peak)));
            report(s, seconds);
            const bool stop = interrupted() != 0;
            if (stop || state_.step == run_.steps || state_.step % config_.checkpoint_every == 0)
                save_checkpoint(config_.output, lora_, state_, config_.model, identity_, config_.checkpoint_keep);
            if (stop) throw_if_interrupted();
        }
        finish();
        return summary_;
    }

   private:
    void start(bool fresh) {
        std::error_code ignored;
        if (fresh) {
            fs::remove_all(config_.output / "checkpoints", ignored);
            fs::remove(config_.output / "metrics.jsonl", ignored);
        } else if (const auto newest = newest_checkpoint(config_.output)) {
            load_checkpoint(*newest, identity_, lora_, state_);
            summary_.resumed = true;
            if (events_.message) events_.message(fmt::format("continuing after step {}", state_.step));
        }
        cut_metrics(config_.output / "metrics.jsonl", state_.step);
        write_file(config_.output / "config.yaml", to_yaml(config_));
    }

    std::vector<const dataset::Example*> samples_of(long step) {
        const long epoch = step / run_.steps_per_epoch;
        if (epoch != epoch_) {
            order_ = dataset::epoch_order(run_.examples.list.size(), static_cast<size_t>(config_.batch_samples),
                                          config_.seed, epoch);
            epoch_ = epoch;
        }
        std::vector<const dataset::Example*> samples;
        for (const size_t i : order_[static_cast<size_t>(step % run_.steps_per_epoch)])
            samples.push_back(&run_.examples.list[i]);
        return samples;
    }

    StepStatistics advance() {
        const double warmup = config_.objective.mask_warmup;
        const long warm_steps = static_cast<long>(warmup < 1 ? std::llround(warmup * static_cast<double>(run_.steps))
                                                             : std::llround(warmup));
        const long step = state_.step;  // done so far
        const StepStatistics s =
            accumulate_gradients(config_, model_, lora_, samples_of(step), step, step < warm_steps);
        if (step == warm_steps) warn_about_masks(config_, s, events_);
        ++state_.step;
        learning_rate_ = learning_rate(config_, state_.step, run_.steps);
        gradient_norm_ = s.skipped ? 0 : lora_.gradients().norm().item<double>();
        if (s.skipped) return s;
        if (!std::isfinite(gradient_norm_) || !std::isfinite(s.loss))
            run_error("step {}: the gradient is not finite; lower optimizer.lr, or look at the samples of this step",
                      state_.step);
        clip(lora_.gradients(), config_.optimizer.clip, gradient_norm_);
        const auto& o = config_.optimizer;
        ops::adamw(lora_.parameters(), lora_.gradients(), state_.m, state_.v, ++state_.updates,
                   {learning_rate_, o.beta1, o.beta2, o.eps, o.weight_decay});
        return s;
    }

    Json metrics_line(const StepStatistics& s, double seconds, double peak) const {
        return {{"step", state_.step},
                {"loss", s.loss},
                {"lr", learning_rate_},
                {"grad_norm", gradient_norm_},
                {"tokens", s.tokens},
                {"loss_tokens", s.loss_tokens},
                {"tokens_per_s", static_cast<double>(s.tokens) / seconds},
                {"percent_of_peak", 100 * step_flops(model_.config, s) / seconds / peak},
                {"kept_share", s.kept_share},
                {"mean_confidence", s.mean_confidence},
                {"mean_confidence_cuda", s.mean_confidence_cuda},
                {"mean_confidence_other", s.mean_confidence_other},
                {"mean_sample_weight", s.mean_sample_weight},
                {"skipped", s.skipped},
                {"rss_bytes", peak_rss()}};
    }

    void report(const StepStatistics& s, double seconds) const {
        if (!events_.progress) return;
        events_.progress({state_.step, run_.steps,
                          fmt::format("loss {:.4f}, confidence {:.3f}, {:.0f} tokens/s", s.loss, s.mean_confidence,
                                      static_cast<double>(s.tokens) / seconds)});
    }

    // From metrics.jsonl, so that a continued run's summary covers all of it.
    void finish() {
        double tokens = 0, peak_seconds = 0;
        std::vector<double> losses;
        for_each_json_line(config_.output / "metrics.jsonl", [&](Json&& line, const Location& where) {
            const double seconds = require_number(line, "tokens", where) / require_number(line, "tokens_per_s", where);
            tokens += require_number(line, "tokens", where);
            summary_.seconds += seconds;
            peak_seconds += seconds * require_number(line, "percent_of_peak", where);
            summary_.skipped_steps += line.contains("skipped") && require_boolean(line, "skipped", where);
            losses.push_back(require_number(line, "loss", where));
        });
        summary_.tokens_per_s = tokens / summary_.seconds;
        summary_.percent_of_peak = peak_seconds / summary_.seconds;
        const size_t tail = std::max<size_t>(1, losses.size() / 10);
        for (size_t i = losses.size() - tail; i < losses.size(); ++i)
            summary_.final_loss += losses[i] / static_cast<double>(tail);
        summary_.steps = state_.step;
        summary_.samples = static_cast<long>(run_.examples.list.size());
        summary_.dropped = run_.examples.dropped;
        summary_.cut = run_.examples.cut;
        summary_.peak_rss_bytes = peak_rss();
        summary_.adapter = newest_checkpoint(config_.output).value_or("");
        write_file(config_.output / "summary.json", Json{{"steps", summary_.steps},
                                                         {"samples", summary_.samples},
                                                         {"dropped", summary_.dropped},
                                                         {"cut", summary_.cut},
                                                         {"skipped_steps", summary_.skipped_steps},
                                                         {"final_loss", summary_.final_loss},
                                                         {"tokens_per_s", summary_.tokens_per_s},
                                                         {"percent_of_peak", summary_.percent_of_peak},
                                                         {"peak_rss_bytes", summary_.peak_rss_bytes},
                                                         {"seconds", summary_.seconds},
                                                         {"adapter", summary_.adapter.string()}}
                                                            .dump(2) +
                                                        "\n");
    }

    const TrainConfig& config_;
    const TrainEvents& events_;
    model::Model model_;
    Run run_;
    model::Lora lora_;
    std::string identity_;
    OptimizerState state_;
    TrainSummary summary_;
    std::vector<std::vector<size_t>> order_;
    long epoch_ = -1;
    double learning_rate_ = 0, gradient_norm_ = 0;
};

}  // namespace

double measure_matmul_gflops() {
    const at::Tensor a = at::ones({1024, 1024}), b = at::ones({1024, 1024});
    at::Tensor c = at::mm(a, b);
    double best = 0;
    const auto begin = Clock::now();
    while (seconds_since(begin) < 0.3) {
        const auto start = Clock::now();
        at::mm_out(c, a, b);
        best = std::max(best, 2 * 1024.0 * 1024.0 * 1024.0 / seconds_since(start) / 1e9);
    }
    return best;
}

TrainSummary train(const TrainConfig& config, bool fresh, const TrainEvents& events) {
    if (config.adapter) {
        const auto own = model::read_lora_config(find_adapter(*config.adapter));
        if (own.rank != config.lora.rank || own.alpha != config.lora.alpha)
            user_error("adapter: {} has rank {} and alpha {}; set lora.rank and lora.alpha to these", *config.adapter,
                       own.rank, own.alpha);
    }
    return Trainer(config, events).run(fresh);
}

TrainSummary validate(const TrainConfig& config, const TrainEvents& events) {
    const model::ModelText text = model::load_text(config.model);
    const Run run = prepare(config, text.tokenizer, text.template_text, text.config.context_length, events);
    TrainSummary summary;
    summary.steps = run.steps;
    summary.samples = static_cast<long>(run.examples.list.size());
    summary.dropped = run.examples.dropped;
    summary.cut = run.examples.cut;
    return summary;
}

}  // namespace cuset::train
