#include "text/pre_tokenizer.h"

#include <algorithm>

#include "base/error.h"

namespace cuset::text {
namespace {

using Range = std::pair<size_t, size_t>;

constexpr const char* kGpt2Pattern = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

SplitBehavior behavior_of(const std::string& name, const std::string& where) {
    static const std::map<std::string, SplitBehavior> names{{"Removed", SplitBehavior::removed},
                                                            {"Isolated", SplitBehavior::isolated},
                                                            {"MergedWithPrevious", SplitBehavior::merged_with_previous},
                                                            {"MergedWithNext", SplitBehavior::merged_with_next},
                                                            {"Contiguous", SplitBehavior::contiguous}};
    const auto found = names.find(name);
    if (found == names.end()) user_error("{}: behavior \"{}\" is not known", where, name);
    return found->second;
}

// Appends the pieces of text[begin, end), which is not empty.
template <typename Step>
void split_by(const Step& step, std::string_view text, Range piece, std::vector<Range>& out) {
    struct Part {
        Range range;
        bool match;
    };
    std::vector<Part> parts;
    const std::string_view whole = text.substr(piece.first, piece.second - piece.first);
    size_t at = 0;
    for (size_t from = 0; from < whole.size();) {
        const auto [begin, end] = step.regex.find(whole, from);
        if (begin == std::string_view::npos) break;
        if (begin == end) {  // an empty match cuts nothing off; go on behind the next code point
            for (++from; from < whole.size() && (static_cast<unsigned char>(whole[from]) & 0xc0) == 0x80;) ++from;
            continue;
        }
        if (begin > at) parts.push_back({{at, begin}, step.invert});
        parts.push_back({{begin, end}, !step.invert});
        at = from = end;
    }
    if (at < whole.size()) parts.push_back({{at, whole.size()}, step.invert});

    const size_t first = out.size();
    const auto add = [&](const Part& part, bool joins, bool forward) {
        if (!joins || out.size() == first)
            out.emplace_back(piece.first + part.range.first, piece.first + part.range.second);
        else if (forward)
            out.back().second = piece.first + part.range.second;
        else
            out.back().first = piece.first + part.range.first;
    };
    bool previous = false;
    switch (step.behavior) {
        case SplitBehavior::removed:
            for (const Part& part : parts)
                if (!part.match) add(part, false, true);
            return;
        case SplitBehavior::isolated:
            for (const Part& part : parts) add(part, false, true);
            return;
        case SplitBehavior::contiguous:
            for (const Part& part : parts) add(part, part.match == previous, true), previous = part.match;
            return;
        case SplitBehavior::merged_with_previous:
            for (const Part& part : parts) add(part, part.match && !previous, true), previous = part.match;
            return;
        case SplitBehavior::merged_with_next:
            for (auto part = parts.rbegin(); part != parts.rend(); ++part)
                add(*part, part->match && !previous, false), previous = part->match;
            std::reverse(out.begin() + static_cast<std::ptrdiff_t>(first), out.end());
            return;
    }
}

}  // namespace

void PreTokenizer::add(std::string_view pattern, const std::string& where, SplitBehavior behavior, bool invert) {
    steps_.push_back({Regex(pattern, where), behavior, invert});
}

void PreTokenizer::add_byte_level_pattern() {
    add(kGpt2Pattern, "ByteLevel", SplitBehavior::isolated, false);
}

void PreTokenizer::add_digits(bool individual) {
    add(R"(\p{N})", "Digits", individual ? SplitBehavior::isolated : SplitBehavior::contiguous, false);
}

PreTokenizer PreTokenizer::parse(const Json& json, const std::string& where) {
    PreTokenizer result;
    bool ended = false;
    if (!json.is_null()) result.parse_into(json, where, ended);
    if (!ended) user_error("{}: has no ByteLevel; only byte-level tokenizers are supported", where);
    return result;
}

void PreTokenizer::parse_into(const Json& json, const std::string& where, bool& ended) {
    const std::string type = json.at("type");
    if (type == "Sequence") {
        for (const Json& part : json.at("pretokenizers")) parse_into(part, where, ended);
        return;
    }
    if (ended) user_error("{}: {} behind ByteLevel is not supported", where, type);
    if (type == "Split") {
        const Json& pattern = json.at("pattern");
        const std::string text = pattern.contains("Regex") ? pattern.at("Regex").get<std::string>()
                                                           : Regex::quoted(pattern.at("String").get<std::string>());
        add(text, where, behavior_of(json.at("behavior"), where), json.value("invert", false));
    } else if (type == "Digits") {
        add_digits(json.value("individual_digits", false));
    } else if (type == "ByteLevel") {
        if (json.value("add_prefix_space", true))
            user_error("{}: ByteLevel with add_prefix_space is not supported", where);
        if (json.value("use_regex", true)) add_byte_level_pattern();
        ended = true;
    } else {
        user_error("{}: {} is not supported; Sequence, Split, Digits and ByteLevel are", where, type);
    }
}

std::vector<std::pair<size_t, size_t>> PreTokenizer::split(std::string_view text) const {
    std::vector<Range> pieces, next;
    if (!text.empty()) pieces.emplace_back(0, text.size());
    for (const Step& step : steps_) {
        next.clear();
        for (const Range& piece : pieces) split_by(step, text, piece, next);
        std::swap(pieces, next);
    }
    return pieces;
}

}  // namespace cuset::text
