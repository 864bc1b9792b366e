#include "study/sample_view.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "train/micro_batch.h"

namespace cuset::study {
namespace {

// The bytes of tokens may end inside a code point: such tokens are joined for display where a later one completes it.
bool ends_inside_code_point(const std::string& text) {
    size_t tail = 0;
    while (tail < text.size() && tail < 4 && (static_cast<unsigned char>(text[text.size() - 1 - tail]) & 0xc0) == 0x80)
        ++tail;
    if (tail >= text.size()) return false;
    const auto lead = static_cast<unsigned char>(text[text.size() - 1 - tail]);
    const size_t needed = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    return tail < needed;
}

}  // namespace

SampleView view_sample(const text::Tokenizer& tokenizer, const dataset::Example& example,
                       const std::vector<float>& log_prob, const objective::ObjectiveConfig& config) {
    CUSET_ASSERT(log_prob.size() == example.rows.size());
    const auto& objective = objective::find_objective(config.name);
    std::vector<float> weight(log_prob.size());
    objective.token_weights(config, false, {log_prob, example.cuda, example.end_of_turn}, weight);
    std::vector<double> confidence;
    for (const float lp : log_prob) confidence.push_back(std::exp(static_cast<double>(lp)));
    const auto windows = objective::window_confidence(confidence, config.window, config.window_edges_formula);

    SampleView view{example.id, static_cast<double>(objective.sample_weight(config, false, log_prob)), {}};
    for (const int64_t token : example.tokens)
        view.tokens.emplace_back().text = tokenizer.bytes(static_cast<int>(token));
    for (size_t r = 0; r < example.rows.size(); ++r) {
        TokenView& token = view.tokens[static_cast<size_t>(example.rows[r]) + 1];
        token.trained = true;
        token.confidence = confidence[r];
        token.window = windows[r];
        token.weight = static_cast<double>(weight[r]);
        token.cuda = example.cuda[r] != 0;
        token.launch = example.launch[r] != 0;
        token.end_of_turn = example.end_of_turn[r] != 0;
    }
    return view;
}

SampleView view_record(const dataset::Record& record, const model::Model& model, const std::string& model_name,
                       dataset::ExampleOptions examples, const objective::ObjectiveConfig& config) {
    const auto& chat = text::find_chat_template(examples.template_name, model.template_text, model_name);
    examples.cuda_spans = config.cuda_spans;
    examples.max_length = model.config.context_length;
    examples.over_long = dataset::OverLong::error;
    const auto made = dataset::make_examples({record}, model.tokenizer, chat, examples);
    return view_sample(model.tokenizer, made.list[0], train::score(model, nullptr, made.list, examples.max_length)[0],
                       config);
}

std::string html_escape(const std::string& text) {
    // nlohmann's dump replaces invalid UTF-8; a JSON string without its quotes and escapes is the text again.
    const std::string valid = Json::parse(to_json_line(Json(text))).get<std::string>();
    std::string result;
    for (const char c : valid) {
        if (c == '&')
            result += "&amp;";
        else if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '"')
            result += "&quot;";
        else
            result += c;
    }
    return result;
}

std::string sample_view_css() {
    return "pre.sample{white-space:pre-wrap;line-height:1.7;font-size:13px}"
           "pre.sample .p{color:#888}pre.sample .w0{color:#999;text-decoration:line-through #c99}"
           "pre.sample .w1{background:#e3edf9}pre.sample .w2{background:#ffd08a}"
           "pre.sample .c{border-bottom:2px solid #d97706}";
}

std::string to_html(const SampleView& view) {
    double largest = 1;
    for (const auto& token : view.tokens) largest = std::max(largest, token.weight);
    std::string html = "<pre class=\"sample\">", pending;
    for (const auto& token : view.tokens) {
        const std::string text = pending + token.text;
        pending.clear();
        if (ends_inside_code_point(text) && &token != &view.tokens.back()) {
            pending = text;
            continue;
        }
        if (!token.trained) {
            html += fmt::format("<span class=\"p\">{}</span>", html_escape(text));
            continue;
        }
        const char* shade = token.weight <= 0 ? "w0" : token.weight > 1 ? "w2" : "w1";
        html += fmt::format(
            "<span class=\"{}{}\" title=\"weight {:.2f}, confidence {:.3f}, window {:.3f}{}{}\">{}</span>", shade,
            token.cuda ? " c" : "", token.weight * view.sample_weight, token.confidence, token.window,
            token.cuda ? ", CUDA span" : "", token.launch ? ", launch configuration" : "", html_escape(text));
    }
    return html + "</pre>";
}

std::string to_terminal(const SampleView& view, bool colours) {
    std::string out;
    for (const auto& token : view.tokens) {
        const char* colour = !token.trained      ? "\033[2m"
                             : token.weight <= 0 ? "\033[9;90m"
                             : token.weight > 1  ? "\033[30;43m"
                                                 : "\033[30;46m";
        out += colours ? colour + token.text + "\033[0m" : token.text;
    }
    return out + "\n";
}

}  // namespace cuset::study
