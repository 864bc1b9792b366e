#include "study/report.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "study/chart.h"

namespace cuset::study {
namespace {

constexpr const char* kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:2em auto;padding:0 1em;color:#1e293b}"
    "h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}table{border-collapse:collapse;width:100%}"
    "th,td{padding:.35em .6em;border-bottom:1px solid "
    "#e2e8f0;text-align:right}th:first-child,td:first-child{text-align:left}"
    "small{color:#64748b}pre{background:#f8fafc;padding:.8em;overflow-x:auto;font-size:13px}"
    ".charts{display:flex;flex-wrap:wrap;gap:12px}.chart{width:460px;max-width:100%}.chart text{font:11px sans-serif}"
    ".chart .t{font-weight:600;font-size:12px}.chart .g{stroke:#e2e8f0}.chart .a:not([fill]){fill:#64748b}"
    "pre.detail{border-left:3px solid #b91c1c;white-space:pre-wrap}.pass{color:#047857}.fail{color:#b91c1c}";

const judge::Rate* rate_at(const judge::PassRates& rates, long k) {
    for (const auto& [at, rate] : rates.at_k)
        if (at == k) return &rate;
    return nullptr;
}

std::string percent(const judge::Rate& rate) {
    return rate.decided() ? fmt::format("{:.1f}", rate.low) : fmt::format("{:.1f} .. {:.1f}", rate.low, rate.high);
}

// The cells of one contender: compile@1, compile@3, function@1, function@3, each "value [low, high]", and mean tokens.
std::vector<std::string> cells(const judge::Summary& s) {
    std::vector<std::string> row;
    const auto add = [&](const judge::Rate* rate) {
        row.push_back(rate == nullptr ? "-"
                                      : fmt::format("{} [{:.1f}, {:.1f}]", percent(*rate), rate->interval_low,
                                                    rate->interval_high));
    };
    for (const auto* rates : {&s.compile, &s.function}) {
        add(&rates->first);
        add(rate_at(*rates, 3));
    }
    row.push_back(s.tokens ? fmt::format("{:.0f}", s.tokens->mean) : "-");
    return row;
}

constexpr const char* kColumns[] = {"compile pass@1", "compile pass@3", "function pass@1", "function pass@3",
                                    "mean tokens"};

std::string table_html(const std::vector<Contender>& contenders) {
    std::string html = "<table><tr><th>model</th>";
    for (const char* column : kColumns) html += fmt::format("<th>{}</th>", column);
    html += "</tr>";
    for (const auto& c : contenders) {
        html += fmt::format("<tr><td>{}</td>", html_escape(c.name));
        for (const auto& cell : cells(*c.summary)) html += fmt::format("<td>{}</td>", cell);
        html += "</tr>";
    }
    return html +
           "</table><p><small>Percent of tasks, with 95 % intervals by bootstrap over tasks. pass@1: each task's first "
           "answer; pass@3: any of three. compile: the answer compiled; function: it also passed all five "
           "cases.</small></p>";
}

constexpr const char* kCurves[] = {"loss", "mean_confidence_cuda", "mean_confidence_other", "kept_share",
                                   "mean_sample_weight"};

std::vector<double> column(const Contender& c, const char* key) {
    std::vector<double> values;
    for (const Json& line : c.metrics) values.push_back(line.value(key, 0.0));
    return values;
}

std::string charts_html(const std::vector<Contender>& contenders) {
    std::vector<Series> loss, cuda, other, kept, weight;
    for (const auto& c : contenders) {
        if (c.metrics.empty()) continue;
        loss.push_back({c.name, smoothed(column(c, "loss"), 5)});
        cuda.push_back({c.name + ", CUDA", smoothed(column(c, "mean_confidence_cuda"), 5)});
        other.push_back({c.name + ", other", smoothed(column(c, "mean_confidence_other"), 5)});
        kept.push_back({c.name, column(c, "kept_share")});
        weight.push_back({c.name, column(c, "mean_sample_weight")});
    }
    std::vector<Series> confidence = cuda;
    confidence.insert(confidence.end(), other.begin(), other.end());
    return "<div class=\"charts\">" + line_chart("loss (each method's own), mean of 5 steps", "step", loss) +
           line_chart("confidence of training tokens", "step", confidence) +
           line_chart("share of tokens with weight", "step", kept) +
           line_chart("mean sample weight w", "step", weight) + "</div>";
}

std::string families_html(const ReportInput& input) {
    std::map<std::string, std::string> family_of;
    for (const auto& task : input.tasks) {
        const auto found = task.extra.find("category");
        family_of[task.id] = found != task.extra.end() && found->is_string() ? found->get<std::string>() : "tasks";
    }
    std::map<std::string, std::map<std::string, std::pair<long, long>>> counts;  // family -> model -> passed, all
    for (const auto& c : input.contenders)
        for (const auto& result : c.results) {
            auto& [passed, all] = counts[family_of[result.task_id]][c.name];
            passed += result.passed;
            ++all;
        }
    std::string html = "<table><tr><th>family</th>";
    for (const auto& c : input.contenders) html += fmt::format("<th>{}</th>", html_escape(c.name));
    html += "</tr>";
    for (auto& [family, models] : counts) {
        html += fmt::format("<tr><td>{}</td>", html_escape(family));
        for (const auto& c : input.contenders)
            html += fmt::format("<td>{} / {}</td>", models[c.name].first, models[c.name].second);
        html += "</tr>";
    }
    return html + "</table>";
}

// What a verdict's detail says, in lines: the stage and case, what went wrong in it, and whatever else there is.
std::string detail_text(const judge::Result& result) {
    Json rest = result.detail;
    const auto take = [&](const char* key) {
        const auto found = rest.find(key);
        if (found == rest.end()) return std::string();
        const std::string text = found->is_string()         ? found->get<std::string>()
                                 : found->is_number_float() ? fmt::format("{:g}", found->get<double>())
                                                            : to_json_line(*found);
        rest.erase(key);
        return text;
    };
    std::string text = !result.compiled                          ? "Compiling"
                       : result.verdict == judge::Verdict::wrong ? "Comparing the results"
                                                                 : "Running";
    if (const Json sizes = rest.value("sizes", Json::object()); rest.contains("case")) {
        text += fmt::format(", case {}", take("case"));
        for (const auto& [name, value] : sizes.items()) text += fmt::format(", {} = {}", name, to_json_line(value));
        rest.erase("sizes");
    }
    text += "\n";
    if (const std::string array = take("array"); !array.empty()) {
        text += fmt::format("{}[{}] is {}, expected {}\n", array, take("index"), take("got"), take("expected"));
        text += fmt::format("{} of {} elements are wrong; largest error {} absolute, {} relative\n", take("wrong"),
                            take("total"), take("largest_absolute_error"), take("largest_relative_error"));
    }
    if (const std::string message = take("message"); !message.empty()) text += message + "\n";
    for (const auto& [key, value] : rest.items()) text += fmt::format("{}: {}\n", key, to_json_line(value));
    constexpr size_t kLongest = 1500;
    return text.size() > kLongest ? text.substr(0, kLongest) + " ...\n" : text;
}

// One answer of each verdict that a contender has.
std::string answers_html(const Contender& c) {
    std::map<std::pair<std::string, long>, const judge::Sample*> sample_of;
    for (const auto& sample : c.samples) sample_of[{sample.task_id, sample.sample_id}] = &sample;
    std::map<judge::Verdict, const judge::Result*> shown;
    for (const auto& result : c.results) shown.try_emplace(result.verdict, &result);
    std::string html;
    for (const auto& [verdict, result] : shown) {
        const auto found = sample_of.find({result->task_id, result->sample_id});
        if (found == sample_of.end()) continue;
        const std::string response = found->second->response.substr(0, 3000);
        html += fmt::format("<h3>{}: <span class=\"{}\">{}</span> <small>{}, sample {}</small></h3>",
                            html_escape(c.name), result->passed ? "pass" : "fail", judge::name(verdict),
                            html_escape(result->task_id), result->sample_id);
        if (!result->passed && !result->detail.empty())
            html += "<pre class=\"detail\">" + html_escape(detail_text(*result)) + "</pre>";
        html += "<pre>" + html_escape(response) + "</pre>";
    }
    return html;
}

}  // namespace

Contender read_contender(const std::filesystem::path& directory, const std::string& name) {
    Contender c;
    c.name = name;
    c.samples = judge::read_samples(directory / name / "samples.jsonl");
    c.results = judge::read_results(directory / name / "results.jsonl");
    if (const auto path = directory / name / "metrics.jsonl"; std::filesystem::exists(path))
        for_each_json_line(path, [&](Json&& line, const Location& where) {
            for (const char* curve : kCurves)
                if (line.contains(curve)) require_number(line, curve, where);
            c.metrics.push_back(std::move(line));
        });
    if (const auto path = directory / name / "config.yaml"; std::filesystem::exists(path))
        c.configuration = read_file(path);
    std::map<std::string, long> count;
    for (const auto& result : c.results) ++count[result.task_id];
    const bool three =
        !count.empty() && std::all_of(count.begin(), count.end(), [](const auto& item) { return item.second >= 3; });
    c.summary = judge::summarize(c.results, three ? std::vector<long>{1, 3} : std::vector<long>{1});
    return c;
}

std::string claim(const std::vector<Contender>& contenders) {
    if (contenders.size() < 2) return "";
    const Contender &before = contenders[contenders.size() - 2], &last = contenders.back();
    const auto paired = judge::compare_paired(before.results, last.results);
    const double gap = last.summary->function.first.low - before.summary->function.first.low;
    const std::string difference =
        gap == 0 ? fmt::format("as many as {}", before.name)
                 : fmt::format("{:.1f} points {} than {}", std::abs(gap), gap > 0 ? "more" : "fewer", before.name);
    const std::string numbers =
        fmt::format("{} passes {} at function pass@1 ({} tasks only {} passes, {} only {}; McNemar's exact p = {:.2g})",
                    last.name, difference, paired.only_second, last.name, paired.only_first, before.name, paired.p);
    return numbers + (paired.p < 0.05
                          ? ": the difference is more than chance at the 5 % level."
                          : ": with this many tasks that may be chance; it allows no claim that one is ahead.");
}

std::string table_markdown(const std::vector<Contender>& contenders) {
    std::string text = "| model |", line = "|---|";
    for (const char* name : kColumns) text += fmt::format(" {} |", name), line += "---:|";
    text += "\n" + line + "\n";
    for (const auto& c : contenders) text += fmt::format("| {} | {} |\n", c.name, fmt::join(cells(*c.summary), " | "));
    return text;
}

Json summary_json(const ReportInput& input) {
    Json models = Json::object(), paired = Json::object();
    for (const auto& c : input.contenders) models[c.name] = judge::to_json(*c.summary);
    for (size_t i = 0; i < input.contenders.size(); ++i)
        for (size_t k = i + 1; k < input.contenders.size(); ++k)
            paired[fmt::format("{} vs {}", input.contenders[i].name, input.contenders[k].name)] =
                judge::to_json(judge::compare_paired(input.contenders[i].results, input.contenders[k].results));
    return {{"title", input.title},
            {"models", models},
            {"paired", paired},
            {"claim", claim(input.contenders)},
            {"notes", input.notes}};
}

std::string report_html(const ReportInput& input) {
    std::string html =
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>" +
        html_escape(input.title) + "</title><style>" + kStyle + sample_view_css() + "</style><h1>" +
        html_escape(input.title) + "</h1>";
    for (const auto& note : input.notes) html += "<p>" + html_escape(note) + "</p>";
    html += "<h2>Verdicts</h2>" + table_html(input.contenders) + "<p>" + html_escape(claim(input.contenders)) + "</p>";
    html += "<h2>Training</h2>" + charts_html(input.contenders);
    html += "<h2>Passing answers by family</h2>" + families_html(input);
    if (input.sample) {
        html += fmt::format(
                    "<h2>One pair, coloured by weight</h2><p>Blue: weight 1; yellow: more; struck out: none; "
                    "underlined: CUDA span; "
                    "grey: the prompt. Sample weight w = {:.3f}. Point at a token for its numbers.</p>",
                    input.sample->sample_weight) +
                to_html(*input.sample);
    }
    html += "<h2>Answers</h2>";
    for (const auto& c : input.contenders) html += answers_html(c);
    html += "<h2>Configurations</h2>";
    for (const auto& c : input.contenders)
        if (!c.configuration.empty())
            html += "<h3>" + html_escape(c.name) + "</h3><pre>" + html_escape(c.configuration) + "</pre>";
    return html + "</html>\n";
}

}  // namespace cuset::study
