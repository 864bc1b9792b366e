#include "generate/generate.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "base/hash.h"
#include "base/interrupt.h"
#include "model/decoder.h"

namespace cuset::generate {
namespace {

struct Work {
    const Prompt* prompt;
    long sample_id;
};

// A sequence being decoded in one slot of the cache.
struct Sequence {
    Work work;
    Random random;
    std::vector<int> written;
    int64_t length;  // positions in the cache
};

class Generator {
   public:
    Generator(const model::Model& model, const GenerateOptions& options, std::vector<Work> work,
              const std::function<void(const judge::Sample&)>& use, const ProgressCallback& progress)
        : model_(model), options_(options), decoder_(model), work_(std::move(work)), use_(use), progress_(progress) {
        int64_t longest = 0;
        for (const Work& w : work_) longest = std::max(longest, static_cast<int64_t>(w.prompt->tokens.size()));
        const int64_t slots = std::min<int64_t>(options.batch, static_cast<int64_t>(work_.size()));
        const int64_t capacity = std::min(longest + options.max_new_tokens, model.config.context_length);
        cache_ = decoder_.make_cache(slots, capacity);
        active_.resize(static_cast<size_t>(slots));
    }

    void run() {
        while (finished_ < work_.size()) {
            throw_if_interrupted();
            fill_free_slots();
            step();
        }
    }

   private:
    // Starts waiting work in the free slots. One pass over each different prompt; its other samples copy the cache.
    void fill_free_slots() {
        std::vector<int64_t> slots;  // of the prompts that are run
        std::vector<std::pair<int64_t, Work>> started;
        std::map<const Prompt*, size_t> first;
        model::PackedBatch batch;
        std::vector<int64_t> tokens, positions;
        batch.cu_seqlens.push_back(0);
        for (size_t slot = 0; slot < active_.size() && next_ < work_.size(); ++slot) {
            if (active_[slot]) continue;
            const Work& work = work_[next_++];
            started.emplace_back(slot, work);
            if (!first.try_emplace(work.prompt, slots.size()).second) continue;
            slots.push_back(static_cast<int64_t>(slot));
            for (size_t i = 0; i < work.prompt->tokens.size(); ++i) {
                tokens.push_back(work.prompt->tokens[i]);
                positions.push_back(static_cast<int64_t>(i));
            }
            batch.cu_seqlens.push_back(static_cast<int64_t>(tokens.size()));
        }
        if (started.empty()) return;
        batch.tokens = at::tensor(tokens, at::kLong);
        batch.positions = at::tensor(positions, at::kLong);
        const at::Tensor logits = at::mm(decoder_.prefill(batch, cache_, slots), model_.weights.head.t());
        for (const auto& [slot, work] : started) {
            const size_t row = first.at(work.prompt);
            const auto length = static_cast<int64_t>(work.prompt->tokens.size());
            if (slots[row] != slot)
                for (auto* layers : {&cache_.keys, &cache_.values})
                    for (auto& layer : *layers)
                        layer[slot].narrow(1, 0, length).copy_(layer[slots[row]].narrow(1, 0, length));
            const std::string stream = fmt::format("{}/{}", work.prompt->id, work.sample_id);
            active_[static_cast<size_t>(slot)] = Sequence{work, Random(options_.seed, stream), {}, length};
            take(static_cast<size_t>(slot), logits[static_cast<int64_t>(row)]);
        }
    }

    // One more token for every active sequence.
    void step() {
        std::vector<int64_t> slots, lengths, tokens;
        for (size_t slot = 0; slot < active_.size(); ++slot) {
            if (!active_[slot]) continue;
            slots.push_back(static_cast<int64_t>(slot));
            lengths.push_back(active_[slot]->length++);
            tokens.push_back(active_[slot]->written.back());
        }
        if (slots.empty()) return;
        const at::Tensor hidden = decoder_.step(at::tensor(tokens, at::kLong), cache_, slots, lengths);
        const at::Tensor logits = at::mm(hidden, model_.weights.head.t());
        written_ += static_cast<long>(slots.size());
        for (size_t b = 0; b < slots.size(); ++b) take(static_cast<size_t>(slots[b]), logits[static_cast<int64_t>(b)]);
    }

    // Draws a token from one row of logits, and ends the sequence where it is complete.
    void take(size_t slot, const at::Tensor& logits) {
        Sequence& s = *active_[slot];
        const int token = sample_token({logits.const_data_ptr<float>(), static_cast<size_t>(logits.numel())},
                                       options_.temperature, options_.top_p, s.random.uniform());
        const bool stop = token == model_.tokenizer.end_of_turn();
        if (!stop) s.written.push_back(token);
        const bool full =
            static_cast<long>(s.written.size()) >= options_.max_new_tokens || s.length + 1 >= cache_.capacity;
        if (!stop && !full) return;
        use_({s.work.prompt->id, s.work.sample_id, model_.tokenizer.decode(s.written, false),
              static_cast<long>(s.written.size()), stop ? "stop" : "length"});
        active_[slot].reset();
        ++finished_;
        if (progress_) {
            const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
            progress_({static_cast<long>(finished_), static_cast<long>(work_.size()),
                       fmt::format("{:.0f} tokens/s", static_cast<double>(written_) / seconds)});
        }
    }

    const model::Model& model_;
    const GenerateOptions& options_;
    model::Decoder decoder_;
    std::vector<Work> work_;
    const std::function<void(const judge::Sample&)>& use_;
    const ProgressCallback& progress_;
    model::Decoder::Cache cache_;
    std::vector<std::optional<Sequence>> active_;
    size_t next_ = 0, finished_ = 0;
    long written_ = 0;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

void generate(const model::Model& model, const std::vector<Prompt>& prompts,
              const std::set<std::pair<std::string, long>>& done, const GenerateOptions& options,
              const std::function<void(const judge::Sample&)>& use, const ProgressCallback& progress) {
    std::vector<Work> work;
    for (const Prompt& prompt : prompts) {
        if (static_cast<int64_t>(prompt.tokens.size()) + 1 >= model.config.context_length)
            user_error("task {}: its prompt of {} tokens leaves no room in the model's context of {}", prompt.id,
                       prompt.tokens.size(), model.config.context_length);
        for (long i = 0; i < options.samples; ++i)
            if (!done.contains({prompt.id, i})) work.push_back({&prompt, i});
    }
    if (!work.empty()) Generator(model, options, std::move(work), use, progress).run();
}

}  // namespace cuset::generate
