// Training records: pairs.jsonl as conversations.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "text/chat.h"

namespace cuset::dataset {

struct Record {
    std::string id;
    std::vector<text::Message> messages;
    double weight = 1;
    Location where;
};

// Reads `prompt` and `response`, or `messages`; without any `train` field every assistant message is trained on.
// `system_prompt`: put before conversations that have none; empty: none. Throws UserError with file, line and key.
std::vector<Record> read_records(const std::filesystem::path& path, const std::string& system_prompt);

// The conversation that a prompt begins.
std::vector<text::Message> conversation(const std::string& prompt, const std::string& system_prompt);

}  // namespace cuset::dataset
