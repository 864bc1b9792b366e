// Sampling answers from a model: batched decoding with a key-value cache.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/progress.h"
#include "judge/judge.h"
#include "model/model.h"

namespace cuset::generate {

struct GenerateOptions {
    long samples = 1;        // answers a prompt
    double temperature = 0;  // 0: greedy, the most likely token
    double top_p = 1;        // smallest set of tokens whose probabilities reach it
    long max_new_tokens = 512;
    uint64_t seed = 0;
    int batch = 32;  // sequences decoded side by side
};

struct Prompt {
    std::string id;
    std::vector<int64_t> tokens;
};

// Draws the answers (prompt, sample) that `done` does not name, and calls `use` for each as it is finished: `tokens`
// does not count the end-of-turn token, `finish` is stop (the model ended its turn) or length (a limit was reached).
// The random numbers of an answer depend on (seed, prompt id, sample id) alone. Throws UserError for a prompt that
// leaves no room in the model's context, Interrupted on a signal.
void generate(const model::Model& model, const std::vector<Prompt>& prompts,
              const std::set<std::pair<std::string, long>>& done, const GenerateOptions& options,
              const std::function<void(const judge::Sample&)>& use, const ProgressCallback& progress);

// Draws a token from softmax(logits / temperature) cut to top_p; `uniform` in [0, 1). Temperature 0: the largest logit,
// the lowest id on a tie.
int sample_token(std::span<const float> logits, double temperature, double top_p, double uniform);

}  // namespace cuset::generate
