// Checks of options, each in one wording: ranges, names, files that must not be one another.
#pragma once

#include <CLI/CLI.hpp>
#include <cctype>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "base/values.h"

namespace cuset::app {

// --help shows the range; a value that is no number or outside of it is refused before CLI11 converts it.
template <typename T>
CLI::Validator in_range(const Range<T>& range) {
    return CLI::Validator(
        [range](std::string& text) -> std::string {
            T value{};
            if (!parse_number(text, value) || !range.contains(value))
                return fmt::format("must be {}, not \"{}\"", range.rule(), text);
            if constexpr (std::integral<T>) text = std::to_string(value);  // CLI11 takes 010 for octal
            return {};
        },
        range.str());
}

inline CLI::Validator one_of(const std::vector<std::string>& names) {
    return CLI::Validator(
        [names](std::string& text) -> std::string {
            for (const auto& name : names)
                if (text == name) return {};
            return fmt::format("must be {}, not \"{}\"", alternatives(names), text);
        },
        alternatives(names));
}

inline CLI::Validator not_empty() {
    return CLI::Validator(
        [](std::string& text) -> std::string { return text.empty() ? "must not be empty" : std::string(); }, "");
}

// NAME, NAME=VALUE or NAME(PARAMETERS)=VALUE
inline CLI::Validator macro() {
    return CLI::Validator(
        [](std::string& text) -> std::string {
            size_t end = 0;
            const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
            while (end < text.size() &&
                   (letter(text[end]) || (end > 0 && std::isdigit(static_cast<unsigned char>(text[end])) != 0)))
                ++end;
            if (end > 0 && (end == text.size() || text[end] == '=' || text[end] == '(')) return {};
            return fmt::format("must be NAME or NAME=VALUE, not \"{}\"", text);
        },
        "");
}

// An option and the file that it names; an empty path was not given.
using NamedFile = std::pair<const char*, std::string>;

// What a command writes must be none of its other files.
inline void require_different(std::initializer_list<NamedFile> written, std::initializer_list<NamedFile> read) {
    std::vector<NamedFile> others = read;
    for (const NamedFile& file : written) {
        for (const auto& [option, path] : others)
            if (!path.empty() && !file.second.empty() && same_file(path, file.second))
                user_error("{}: {} and {} name the same file; choose another {}", file.second, option, file.first,
                           file.first);
        others.push_back(file);
    }
}

// What is written after long work: that it cannot be is said before.
inline void require_place_for(const char* option, const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
        user_error("{}: {} needs a file, and this is a directory", path.string(), option);
    const auto parent = std::filesystem::absolute(path, error).parent_path();
    if (!std::filesystem::is_directory(parent, error))
        user_error("{}: the directory {} for {} does not exist; make it first", path.string(), parent.string(), option);
}

}  // namespace cuset::app
