#include "base/settings.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/error.h"

namespace cuset {
namespace {

// Edits (insert, delete, replace, swap neighbours) from a to b, for "did you mean".
size_t distance(const std::string& a, const std::string& b) {
    std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 1; i <= a.size(); ++i) {
        before = last;
        last = row;
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({last[j - 1] + (a[i - 1] != b[j - 1]), last[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

template <typename T>
bool parse_number(const std::string& text, T& value) {
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc() && result.ptr == end;
}

}  // namespace

void Settings::add(const std::string& key, const void* opaque, const Location& from) {
    const auto& node = *static_cast<const YAML::Node*>(opaque);
    Location here = from;
    if (here.line > 0 && node.Mark().line >= 0) here.line = node.Mark().line + 1;
    if (node.IsMap()) {
        for (const auto& item : node) {
            const auto name = item.first.as<std::string>();
            Location line = here;
            if (line.line > 0) line.line = item.first.Mark().line + 1;
            add(key.empty() ? name : key + "." + name, &item.second, line);
        }
        return;
    }
    if (key.empty()) {
        if (node.IsNull()) return;
        user_error("{}: the configuration must be a mapping of keys to values", here.str());
    }
    Leaf leaf;
    leaf.from = from;
    leaf.is_null = node.IsNull();
    leaf.is_list = node.IsSequence();
    if (node.IsScalar()) leaf.text = node.Scalar();
    leaf.is_quoted = node.IsScalar() && node.Tag() == "!";
    if (leaf.is_list)
        for (const auto& item : node) {
            if (!item.IsScalar()) user_error("{}: key \"{}\" must be a list of plain values", here.str(), key);
            leaf.items.push_back(item.Scalar());
        }
    if (from.line > 0 && leaves_.contains(key)) user_error("{}: key \"{}\" occurs twice", from.str(), key);
    leaves_[key] = std::move(leaf);
}

Settings::Settings(const std::filesystem::path& path, const std::vector<std::string>& overrides)
    : path_(path.string()) {
    try {
        const YAML::Node root = YAML::Load(read_file(path));
        add("", &root, {path_, 1});
    } catch (const YAML::Exception& error) {
        user_error("{}:{}: not valid YAML: {}", path_, error.mark.line + 1, error.msg);
    }
    for (const auto& word : overrides) {
        const size_t equals = word.find('=');
        if (equals == 0 || equals == std::string::npos) user_error("\"{}\": an override is written key=value", word);
        try {
            const YAML::Node value = YAML::Load(word.substr(equals + 1));
            add(word.substr(0, equals), &value, {"command line", 0});
        } catch (const YAML::Exception& error) {
            user_error("\"{}\": the value is not valid YAML: {}", word, error.msg);
        }
    }
}

const Settings::Leaf* Settings::find(const std::string& key) {
    known_[key] = true;
    const auto found = leaves_.find(key);
    return found == leaves_.end() ? nullptr : &found->second;
}

std::string Settings::where(const std::string& key) const {
    const auto found = leaves_.find(key);
    return found == leaves_.end() ? fmt::format("{}: {}", path_, key)
                                  : fmt::format("{}: {}", found->second.from.str(), key);
}

template <>
std::string Settings::get(const std::string& key, const std::string& otherwise) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr) return otherwise;
    if (leaf->is_list || leaf->is_null) user_error("{} must be a string", where(key));
    return leaf->text;
}

template <>
bool Settings::get(const std::string& key, const bool& otherwise) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr) return otherwise;
    if (leaf->text == "true") return true;
    if (leaf->text == "false") return false;
    user_error("{} must be true or false, not \"{}\"", where(key), leaf->text);
}

template <>
long Settings::get(const std::string& key, const long& otherwise) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr) return otherwise;
    long value = 0;
    if (leaf->is_quoted || !parse_number(leaf->text, value))
        user_error("{} must be an integer, not \"{}\"", where(key), leaf->text);
    return value;
}

template <>
double Settings::get(const std::string& key, const double& otherwise) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr) return otherwise;
    double value = 0;
    if (leaf->is_quoted || !parse_number(leaf->text, value))
        user_error("{} must be a number, not \"{}\"", where(key), leaf->text);
    return value;
}

template <>
std::vector<double> Settings::get(const std::string& key, const std::vector<double>& otherwise) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr) return otherwise;
    std::vector<double> values(leaf->items.size());
    for (size_t i = 0; i < values.size(); ++i)
        if (!parse_number(leaf->items[i], values[i])) user_error("{} must be a list of numbers", where(key));
    if (!leaf->is_list) user_error("{} must be a list of numbers", where(key));
    return values;
}

std::optional<std::string> Settings::get_optional(const std::string& key) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr || leaf->is_null) return std::nullopt;
    return get<std::string>(key, "");
}

void Settings::finish() const {
    for (const auto& [key, leaf] : leaves_) {
        if (known_.contains(key)) continue;
        const auto nearest = std::min_element(known_.begin(), known_.end(), [&](const auto& a, const auto& b) {
            return distance(a.first, key) < distance(b.first, key);
        });
        user_error("{}: unknown key \"{}\"; did you mean \"{}\"?", leaf.from.str(), key,
                   nearest == known_.end() ? "" : nearest->first);
    }
}

}  // namespace cuset
