#include "base/settings.h"

#include <fmt/ranges.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>

#include "base/error.h"

namespace cuset {

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

std::string Settings::shown(const Leaf& leaf) {
    return leaf.is_list ? fmt::format("[{}]", fmt::join(leaf.items, ", ")) : '"' + leaf.text + '"';
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

template <typename T>
T Settings::number(const std::string& key, const T& otherwise, const Range<T>& range) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr) return otherwise;
    T value = 0;
    if (leaf->is_quoted || !parse_number(leaf->text, value) || !range.contains(value))
        user_error("{} must be {}, not {}", where(key), range.rule(), shown(*leaf));
    return value;
}

template <>
long Settings::get(const std::string& key, const long& otherwise, const Range<long>& range) {
    return number(key, otherwise, range);
}

template <>
uint64_t Settings::get(const std::string& key, const uint64_t& otherwise, const Range<uint64_t>& range) {
    return number(key, otherwise, range);
}

template <>
double Settings::get(const std::string& key, const double& otherwise, const Range<double>& range) {
    return number(key, otherwise, range);
}

std::vector<double> Settings::get(const std::string& key, const std::vector<double>& otherwise,
                                  const Range<double>& each) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr) return otherwise;
    std::vector<double> values(leaf->items.size());
    bool good = leaf->is_list && values.size() == otherwise.size();
    for (size_t i = 0; i < values.size() && good; ++i)
        good = parse_number(leaf->items[i], values[i]) && each.contains(values[i]);
    if (!good)
        user_error("{} must be a list of {} numbers, each {}, not {}", where(key), otherwise.size(), each.str(),
                   shown(*leaf));
    return values;
}

std::string Settings::choose(const std::string& key, const std::string& otherwise,
                             const std::vector<std::string>& names) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr) return otherwise;
    if (!leaf->is_list && std::find(names.begin(), names.end(), leaf->text) != names.end()) return leaf->text;
    user_error("{} must be {}, not {}{}", where(key), alternatives(names), shown(*leaf),
               names.size() == 1 ? "; this version has no other" : "");
}

std::optional<std::string> Settings::get_optional(const std::string& key) {
    const Leaf* leaf = find(key);
    if (leaf == nullptr || leaf->is_null) return std::nullopt;
    return get<std::string>(key, "");
}

std::string Settings::require(const std::string& key, const std::string& remedy) {
    std::string value = get<std::string>(key, "");
    if (value.empty() && missing_.empty()) missing_ = fmt::format("{} is missing; {}", where(key), remedy);
    return value;
}

void Settings::exclude(const std::string& first, const std::string& second) {
    const auto a = leaves_.find(first), b = leaves_.find(second);
    if (a == leaves_.end() || b == leaves_.end() || a->second.is_null || b->second.is_null) return;
    const bool a_in_file = a->second.from.line > 0, b_in_file = b->second.from.line > 0;
    if (a_in_file == b_in_file)
        user_error("{}: {} and {} exclude each other; keep one of them", b->second.from.str(), second, first);
    leaves_.erase(a_in_file ? a : b);
}

// What stands next after the prefix in keys that are known: "rank", "alpha" below "lora.".
std::vector<std::string> Settings::keys_below(const std::string& prefix) const {
    std::vector<std::string> names;
    for (const auto& item : known_) {
        if (!item.first.starts_with(prefix)) continue;
        const std::string name = item.first.substr(prefix.size(), item.first.find('.', prefix.size()) - prefix.size());
        if (names.empty() || names.back() != name) names.push_back(name);
    }
    return names;
}

void Settings::finish() const {
    for (const auto& [key, leaf] : leaves_) {
        if (known_.contains(key)) continue;
        const std::string place = leaf.from.str();
        if (const auto below = keys_below(key + "."); !below.empty())
            user_error("{}: \"{}\" holds keys and has no value itself; its keys are {}", place, key,
                       fmt::join(below, ", "));
        std::vector<std::string> names;
        for (const auto& item : known_) names.push_back(item.first);
        if (const std::string near = nearest(key, names); !near.empty())
            user_error("{}: unknown key \"{}\"; did you mean \"{}\"?", place, key, near);
        const auto siblings = keys_below(key.substr(0, key.rfind('.') + 1));
        user_error("{}: unknown key \"{}\"; the keys here are {}", place, key,
                   fmt::join(siblings.empty() ? keys_below("") : siblings, ", "));
    }
    if (!missing_.empty()) throw UserError(missing_);
}

std::optional<SettingsDifference> first_difference(const std::string& first, const std::string& second) {
    const auto values = [](const std::string& text) {
        Settings settings;
        const YAML::Node root = YAML::Load(text);
        if (root.IsMap()) settings.add("", &root, {});
        std::map<std::string, std::string> result;
        for (const auto& [key, leaf] : settings.leaves_)
            result[key] = leaf.is_list ? Settings::shown(leaf) : leaf.is_null ? "null" : leaf.text;
        return result;
    };
    const auto ours = values(first), others = values(second);
    if (ours.empty() || others.empty()) return std::nullopt;
    const auto of = [](const auto& map, const std::string& key) {
        const auto found = map.find(key);
        return found == map.end() ? "unset" : found->second;
    };
    auto keys = ours;
    keys.insert(others.begin(), others.end());
    for (const auto& item : keys)
        if (of(ours, item.first) != of(others, item.first))
            return SettingsDifference{item.first, of(ours, item.first), of(others, item.first)};
    return std::nullopt;
}

}  // namespace cuset
