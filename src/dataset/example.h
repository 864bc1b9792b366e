// A record as the model sees it: tokens, and for each target what the objective needs to know.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/values.h"
#include "dataset/records.h"
#include "text/tokenizer.h"

namespace cuset::dataset {

// Rows are the positions whose next token is trained on; row r predicts tokens[rows[r] + 1].
struct Example {
    std::string id;
    uint64_t sample = 0;  // index in the file; part of the dropout key
    double weight = 1;
    std::vector<int64_t> tokens;
    std::vector<int64_t> rows;
    std::vector<uint8_t> cuda;         // per row: the target lies in a CUDA span
    std::vector<uint8_t> launch;       // per row: the target lies in a launch configuration <<<...>>>
    std::vector<uint8_t> end_of_turn;  // per row: the target ends the answer
    int64_t target(size_t row) const { return tokens[static_cast<size_t>(rows[row]) + 1]; }
};

enum class OverLong { drop, cut, error };

constexpr Range<int64_t> kMaxLength{2, 1 << 30};

struct ExampleOptions {
    std::string template_name = "auto";
    std::string system_prompt;
    std::string cuda_spans = "paper";  // or extended
    int64_t max_length = 4096;         // tokens, prompt and response
    OverLong over_long = OverLong::drop;
};

struct Examples {
    std::vector<Example> list;
    long dropped = 0, cut = 0;  // over-long records
};

// Tokenizes records. The end-of-turn token of a trained message is a target; template text and prompts are not. A
// target whose bytes overlap a CUDA span (cuda_source/spans.h) of its message by a non-whitespace byte is in it.
// Over-long records lose the end of the last answer (`cut`), are left out, or are an error; a cut that leaves no target
// drops.
Examples make_examples(const std::vector<Record>& records, const text::Tokenizer& tokenizer,
                       const text::ChatTemplate& chat_template, const ExampleOptions& options);

// The tokens before an answer, as generation sends them.
std::vector<int64_t> prompt_tokens(const std::vector<text::Message>& messages, const text::Tokenizer& tokenizer,
                                   const text::ChatTemplate& chat_template);

}  // namespace cuset::dataset
