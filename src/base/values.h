// Values that a user gave: numbers within a range, names of a list. One wording for options and configuration keys.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <vector>

namespace cuset {

// From `low` to `high`; an end belongs to it unless it is open. NaN never does.
template <typename T>
struct Range {
    T low, high;
    bool open_low = false, open_high = false;

    bool contains(T value) const {
        return (open_low ? value > low : value >= low) && (open_high ? value < high : value <= high);
    }
    // "0 to 1", "above 0 and at most 1"
    std::string str() const {
        if (!open_low && !open_high) return fmt::format("{} to {}", low, high);
        return fmt::format("{} {} and {} {}", open_low ? "above" : "at least", low, open_high ? "below" : "at most",
                           high);
    }
    // For messages: "a whole number, 1 to 1024"
    std::string rule() const { return fmt::format("a {}number, {}", std::integral<T> ? "whole " : "", str()); }
};

constexpr Range<uint64_t> kSeeds{0, INT64_MAX};
constexpr Range<int> kWorkers{1, 1024};        // threads, or pieces of work side by side
constexpr Range<double> kTimeouts{0.01, 1e6};  // seconds

// The whole text as a number in decimal; false otherwise.
template <typename T>
bool parse_number(const std::string& text, T& value) {
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc() && result.ptr == end;
}

// "a", "a or b", "a, b or c"
std::string alternatives(const std::vector<std::string>& names);

// The name that takes the fewest edits to become, for "did you mean"; "" where none takes at most a third of its length
// in edits. What both have up to a common dot does not count.
std::string nearest(const std::string& name, const std::vector<std::string>& names);

}  // namespace cuset
