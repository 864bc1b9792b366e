#include <iostream>

#include "app/commands.h"
#include "base/error.h"
#include "base/file.h"
#include "model/model.h"

namespace cuset::app {
namespace {

std::vector<int> ids_of(const Json& value, const text::Tokenizer& tokenizer, const Location& where) {
    const auto refuse = [&](const std::string& what) {
        user_error("{}: {}; give one array of ids a line, each 0 to {}", where.str(), what, tokenizer.size() - 1);
    };
    if (!value.is_array()) refuse(fmt::format("{} is not an array", value.dump()));
    std::vector<int> ids;
    for (const Json& id : value) {
        if (!id.is_number_integer() || id < 0 || id >= tokenizer.size()) refuse(fmt::format("{} is no id", id.dump()));
        ids.push_back(id.get<int>());
    }
    return ids;
}

int run(const std::string& model, bool special, bool decode) {
    const model::ModelText text = model::load_text(model);
    Location where{"standard input", 0};
    for (std::string line; std::getline(std::cin, line);) {
        ++where.line;
        if (line.empty()) continue;
        Json value;
        try {
            value = Json::parse(line);
        } catch (const nlohmann::json::exception&) {
            user_error("{}: not JSON; give one {} a line", where.str(), decode ? "array of ids" : "string");
        }
        if (decode) {
            fmt::print("{}\n", to_json_line(text.tokenizer.decode(ids_of(value, text.tokenizer, where), true)));
            continue;
        }
        if (!value.is_string()) user_error("{}: not a JSON string; give one a line", where.str());
        Json ids = Json::array();
        for (const auto& token : text.tokenizer.encode(value.get<std::string>(), special)) ids.push_back(token.id);
        fmt::print("{}\n", ids.dump());
    }
    return 0;
}

}  // namespace

void add_tokenize(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand("tokenize", "one JSON string a line on stdin -> one JSON array of ids a line");
    auto model = std::make_shared<std::string>("builtin:smollm2");
    auto plain = std::make_shared<bool>(false), decode = std::make_shared<bool>(false);
    command->add_option("--model", *model, "a .gguf file or builtin:smollm2")->capture_default_str();
    command->add_flag("--no-special", *plain, "text that spells a special token is encoded as text");
    command->add_flag("--decode", *decode, "the other way: arrays of ids to strings, special tokens shown");
    command->callback([=, &action] { action = [=] { return run(*model, !*plain, *decode); }; });
}

}  // namespace cuset::app
