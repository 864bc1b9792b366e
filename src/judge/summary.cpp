// The forms in which metrics are written: JSON and tables.
#include <fmt/format.h>

#include "judge/metrics.h"

namespace cuset::judge {
namespace {

Json rate_json(const Rate& rate) {
    return {{"low", rate.low}, {"high", rate.high}, {"interval", {rate.interval_low, rate.interval_high}}};
}

Json rates_json(const PassRates& rates) {
    Json object = {{"pass_1_first", rate_json(rates.first)}};
    for (const auto& [k, rate] : rates.at_k) object[fmt::format("pass_{}", k)] = rate_json(rate);
    return object;
}

std::string rate_text(const Rate& rate) {
    if (rate.decided()) return fmt::format("{:.1f} %", rate.low);
    return fmt::format("{:.1f} .. {:.1f} %", rate.low, rate.high);
}

std::string interval_text(const Rate& rate) {
    return fmt::format("{:.1f} .. {:.1f} %", rate.interval_low, rate.interval_high);
}

struct TokenFigure {
    const char* key;
    const char* label;
    double TokenCounts::*value;
};
constexpr TokenFigure kTokenFigures[] = {{"mean", "mean", &TokenCounts::mean},
                                         {"median", "median", &TokenCounts::median},
                                         {"p95", "95 %", &TokenCounts::p95}};

using Row = std::array<std::string, 3>;

std::vector<Row> rows(const Summary& summary) {
    std::vector<Row> table = {{"figure", "value", "95 % interval"}};
    const auto add = [&](const std::string& figure, const PassRates& rates) {
        table.push_back({figure + " pass@1, first sample", rate_text(rates.first), interval_text(rates.first)});
        for (const auto& [k, rate] : rates.at_k)
            table.push_back({fmt::format("{} pass@{}, unbiased", figure, k), rate_text(rate), interval_text(rate)});
    };
    add("compile", summary.compile);
    add("function", summary.function);
    for (const auto& figure : kTokenFigures)
        table.push_back({fmt::format("tokens a sample, {}", figure.label),
                         summary.tokens ? fmt::format("{:.1f}", (*summary.tokens).*figure.value) : "-", ""});
    table.push_back({"tasks", std::to_string(summary.tasks), ""});
    table.push_back({"samples", std::to_string(summary.samples), ""});
    for (size_t i = 0; i < kVerdictCount; ++i)
        if (summary.verdicts[i] > 0)
            table.push_back({fmt::format("samples: {}", verdict_names()[i]), std::to_string(summary.verdicts[i]), ""});
    return table;
}

}  // namespace

Json to_json(const Summary& summary) {
    Json object = {{"tasks", summary.tasks}, {"samples", summary.samples}};
    object["compile"] = rates_json(summary.compile);
    object["function"] = rates_json(summary.function);
    for (const auto& figure : kTokenFigures)
        object["tokens"][figure.key] = summary.tokens ? Json((*summary.tokens).*figure.value) : Json(nullptr);
    Json& verdicts = object["verdicts"] = Json::object();
    for (size_t i = 0; i < kVerdictCount; ++i) verdicts[verdict_names()[i]] = summary.verdicts[i];
    return object;
}

Json to_json(const Paired& paired) {
    return {{"tasks", paired.tasks},     {"left_out", paired.left_out},     {"both", paired.both},
            {"neither", paired.neither}, {"only_first", paired.only_first}, {"only_second", paired.only_second},
            {"mcnemar_p", paired.p}};
}

std::string render(const Summary& summary, TableStyle style) {
    const std::vector<Row> table = rows(summary);
    std::array<size_t, 3> width{};
    for (const Row& row : table)
        for (size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
    std::string text;
    for (size_t r = 0; r < table.size(); ++r) {
        const Row& row = table[r];
        if (style == TableStyle::markdown) {
            text += fmt::format("| {:<{}} | {:>{}} | {:>{}} |\n", row[0], width[0], row[1], width[1], row[2], width[2]);
            if (r == 0) text += "|---|---:|---:|\n";
            continue;
        }
        std::string line = fmt::format("{:<{}}  {:>{}}  {:>{}}", row[0], width[0], row[1], width[1], row[2], width[2]);
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace cuset::judge
