// The report of a comparison: one self-contained HTML file and its numbers as JSON.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "judge/judge.h"
#include "judge/metrics.h"
#include "judge/task.h"
#include "study/sample_view.h"

namespace cuset::study {

// One model of the comparison: answers, verdicts, and its training run where it was trained.
struct Contender {
    std::string name;
    std::vector<judge::Sample> samples;
    std::vector<judge::Result> results;
    std::vector<Json> metrics;  // lines of metrics.jsonl; empty for a base model
    std::string configuration;  // its config.yaml; empty for a base model
    std::optional<judge::Summary> summary;
};

// Reads `directory`/NAME/{samples,results,metrics}.jsonl and config.yaml. Throws UserError for missing samples or
// results.
Contender read_contender(const std::filesystem::path& directory, const std::string& name);

struct ReportInput {
    std::string title;
    std::vector<Contender> contenders;
    std::vector<judge::Task> tasks;
    std::optional<SampleView> sample;  // one pair coloured by weight
    std::vector<std::string> notes;    // paragraphs of plain text
};

// {"models": {NAME: summary}, "paired": {"A vs B": ...}, "claim": text}
Json summary_json(const ReportInput& input);

// Whether the last contender is ahead of the one before it, in words, and whether the data allow the claim.
std::string claim(const std::vector<Contender>& contenders);

// The verdict table as Markdown: compile and function pass@1, pass@3 with 95 % intervals, mean tokens.
std::string table_markdown(const std::vector<Contender>& contenders);

std::string report_html(const ReportInput& input);

}  // namespace cuset::study
