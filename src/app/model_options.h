// Options of several commands that read models.
#pragma once

#include "app/options.h"
#include "objective/objective.h"
#include "text/chat.h"

namespace cuset::app {

inline void add_template_option(CLI::App& command, std::string& name) {
    command.add_option("--template", name, "chat template; auto: by the model's own")
        ->capture_default_str()
        ->check(one_of(text::chat_template_names()));
}
inline void add_region_options(CLI::App& command, objective::ObjectiveConfig& config) {
    command.add_option("--window", config.window, "tokens of a region")
        ->capture_default_str()
        ->check(in_range(objective::kWindow));
    command.add_option("--cuda-spans", config.cuda_spans, "extended: also the function that launches")
        ->capture_default_str()
        ->check(one_of({"paper", "extended"}));
}

}  // namespace cuset::app
