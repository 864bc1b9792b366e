// Configuration files: YAML with a known set of keys, overridden by key=value words.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/values.h"

namespace cuset {

// Leaves of a YAML file by dotted key ("batch.samples"). Every key must be read by somebody: finish() refuses the rest.
class Settings {
   public:
    // `overrides`: words "a.b=value", the value in YAML. Throws UserError naming file and line, or the word.
    Settings(const std::filesystem::path& path, const std::vector<std::string>& overrides);

    // The value at `key`, or `otherwise` where it is missing. Types: std::string, bool. Throws UserError naming place,
    // key, and the expected type.
    template <typename T>
    T get(const std::string& key, const T& otherwise);
    // The same of numbers (long, uint64_t, double), which must lie in the range; the message names it and the value.
    template <typename T>
    T get(const std::string& key, const T& otherwise, const Range<T>& range);
    // A list of as many numbers as `otherwise` has.
    std::vector<double> get(const std::string& key, const std::vector<double>& otherwise, const Range<double>& each);
    // One of `names`; the message lists them.
    std::string choose(const std::string& key, const std::string& otherwise, const std::vector<std::string>& names);
    // A string that must be there: finish() refuses the file without it, after keys that nobody knows (of which one may
    // be this key, mistyped). `remedy`: "give a directory".
    std::string require(const std::string& key, const std::string& remedy);
    // Of two keys that exclude each other one may be set, and one on the command line takes the place of the file's.
    void exclude(const std::string& first, const std::string& second);
    // nullopt where missing or null.
    std::optional<std::string> get_optional(const std::string& key);
    // Where a key was set, for messages about its value: "FILE:LINE: key" or "key (command line)".
    std::string where(const std::string& key) const;
    // Throws UserError for the first key that nobody has read, and names the nearest known one; then for the first that
    // is missing.
    void finish() const;

   private:
    friend std::optional<struct SettingsDifference> first_difference(const std::string&, const std::string&);
    Settings() = default;
    struct Leaf {
        std::string text;
        std::vector<std::string> items;
        bool is_list = false, is_null = false, is_quoted = false;
        Location from;
    };
    void add(const std::string& key, const void* node, const Location& from);
    const Leaf* find(const std::string& key);
    template <typename T>
    T number(const std::string& key, const T& otherwise, const Range<T>& range);
    static std::string shown(const Leaf& leaf);  // for messages
    std::vector<std::string> keys_below(const std::string& prefix) const;

    std::string path_;
    std::map<std::string, Leaf> leaves_;
    std::map<std::string, bool> known_;
    std::string missing_;  // message about the first required key that is not there
};

// The first key, by name, at which two configurations (YAML texts) differ; nullopt where they don't, or one has no
// keys.
struct SettingsDifference {
    std::string key, first, second;
};
std::optional<SettingsDifference> first_difference(const std::string& first, const std::string& second);

}  // namespace cuset
