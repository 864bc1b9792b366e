#include "dataset/records.h"

#include <cmath>

#include "base/error.h"

namespace cuset::dataset {
namespace {

std::vector<text::Message> read_messages(const Json& object, const Location& where) {
    std::vector<text::Message> messages;
    bool chosen = false;
    for (const Json& item : require_array(object, "messages", where)) {
        if (!item.is_object()) user_error("{}: \"messages\" must hold objects with role and content", where.str());
        text::Message message{require_string(item, "role", where), require_string(item, "content", where), false};
        if (message.role != "system" && message.role != "user" && message.role != "assistant")
            user_error("{}: role \"{}\" must be system, user or assistant", where.str(), message.role);
        if (item.contains("train")) {
            if (!item["train"].is_boolean()) user_error("{}: key \"train\" must be true or false", where.str());
            if (item["train"] && message.role != "assistant")
                user_error("{}: only assistant messages can have \"train\": true", where.str());
            message.train = item["train"];
            chosen = true;
        }
        messages.push_back(std::move(message));
    }
    if (!chosen)
        for (auto& message : messages) message.train = message.role == "assistant";
    return messages;
}

}  // namespace

std::vector<text::Message> conversation(const std::string& prompt, const std::string& system_prompt) {
    std::vector<text::Message> messages;
    if (!system_prompt.empty()) messages.push_back({"system", system_prompt, false});
    messages.push_back({"user", prompt, false});
    return messages;
}

std::vector<Record> read_records(const std::filesystem::path& path, const std::string& system_prompt) {
    std::vector<Record> records;
    for_each_json_line(path, [&](Json&& object, const Location& where) {
        Record record;
        record.where = where;
        record.id = object.contains("id") ? require_string(object, "id", where) : fmt::format("line-{}", where.line);
        if (object.contains("messages")) {
            record.messages = read_messages(object, where);
            const bool has_system = !record.messages.empty() && record.messages[0].role == "system";
            if (!has_system && !system_prompt.empty())
                record.messages.insert(record.messages.begin(), text::Message{"system", system_prompt, false});
        } else {
            record.messages = conversation(require_string(object, "prompt", where), system_prompt);
            record.messages.push_back({"assistant", require_string(object, "response", where), true});
        }
        if (object.contains("weight")) record.weight = require_number(object, "weight", where);
        if (!(record.weight >= 0) || std::isinf(record.weight))
            user_error("{}: key \"weight\" must be at least 0", where.str());
        bool trained = false;
        for (const auto& message : record.messages) trained = trained || message.train;
        if (!trained)
            user_error("{}: nothing in this record is trained on; it needs an assistant message", where.str());
        records.push_back(std::move(record));
    });
    if (records.empty()) user_error("{}: holds no record", path.string());
    return records;
}

}  // namespace cuset::dataset
