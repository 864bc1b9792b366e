#include "study/report.h"

#include "app/commands.h"
#include "app/console.h"
#include "app/model_options.h"
#include "base/error.h"

namespace cuset::app {
namespace {

struct Options {
    std::string directory, title = "cuset: comparison", model = "builtin:smollm2", pairs;
    std::vector<std::string> models, notes;
    objective::ObjectiveConfig objective;
};

int run(const Options& options) {
    const std::filesystem::path directory = options.directory;
    const auto html = directory / "report.html", numbers = directory / "summary.json";
    require_different({{"--dir (report.html)", html.string()}, {"--dir (summary.json)", numbers.string()}},
                      {{"--pairs", options.pairs}, {"--model", options.model}});
    study::ReportInput input;
    input.title = options.title;
    input.notes = options.notes;
    input.tasks = judge::read_tasks(directory / "tasks.jsonl");
    for (const auto& name : options.models) input.contenders.push_back(study::read_contender(directory, name));
    // The first pair, weighted by the objective as the untrained model sees it.
    if (!options.pairs.empty())
        input.sample = study::view_record(dataset::read_records(options.pairs, "").at(0),
                                          model::load_model(options.model), options.model, {}, options.objective);
    write_file(html, study::report_html(input));
    write_file(numbers, study::summary_json(input).dump(2) + "\n");
    fmt::print("{}\n{}\n", study::table_markdown(input.contenders), study::claim(input.contenders));
    say(fmt::format("report: {}", html.string()));
    return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("report", "compare judged models: report.html, summary.json and a table");
    auto o = std::make_shared<Options>();
    command
        ->add_option("--dir", o->directory,
                     "holds tasks.jsonl and a directory a model (samples.jsonl, results.jsonl, ...)")
        ->required();
    command->add_option("--models", o->models, "names of these directories, in order")->required()->delimiter(',');
    command->add_option("--title", o->title, "of the report")->capture_default_str();
    command->add_option("--note", o->notes, "a paragraph for the report; may be repeated");
    command->add_option("--pairs", o->pairs, "show the first pair coloured by its cuset weights");
    command->add_option("--model", o->model, "the model that colours it")->capture_default_str();
    add_region_options(*command, o->objective);
    command->callback([o, &action] { action = [o] { return run(*o); }; });
}

}  // namespace cuset::app
