// One training sample as the objective sees it.
#pragma once

#include <string>
#include <vector>

#include "dataset/example.h"
#include "model/model.h"
#include "objective/objective.h"

namespace cuset::study {

struct TokenView {
    std::string text;
    bool trained = false;   // false: prompt or template, no weight
    double confidence = 0;  // c, of trained tokens
    double window = 0;      // C_t, mean confidence of the window around it
    double weight = 0;      // M_t
    bool cuda = false, launch = false, end_of_turn = false;
};

struct SampleView {
    std::string id;
    double sample_weight = 1;  // w
    std::vector<TokenView> tokens;
};

// `log_prob`: of the example's rows (train/micro_batch.h: score).
SampleView view_sample(const text::Tokenizer& tokenizer, const dataset::Example& example,
                       const std::vector<float>& log_prob, const objective::ObjectiveConfig& config);

// The same of a record, scored by the model. A record that is longer than the model's context is a UserError.
// `model_name`: for messages.
SampleView view_record(const dataset::Record& record, const model::Model& model, const std::string& model_name,
                       dataset::ExampleOptions examples, const objective::ObjectiveConfig& config);

// A <pre> of coloured <span>s: the stronger the colour, the larger the weight; tokens without weight are dimmed and the
// numbers show on hover. Needs the rules of sample_view_css().
std::string to_html(const SampleView& view);
std::string sample_view_css();

// The text, with a terminal's colours or plain.
std::string to_terminal(const SampleView& view, bool colours);

// Text that is safe inside HTML; bytes that are no UTF-8 become U+FFFD.
std::string html_escape(const std::string& text);

}  // namespace cuset::study
