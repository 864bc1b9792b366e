#include "base/values.h"

#include <algorithm>
#include <numeric>

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

}  // namespace

std::string alternatives(const std::vector<std::string>& names) {
    std::string text;
    for (size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

std::string nearest(const std::string& name, const std::vector<std::string>& names) {
    std::string found;
    size_t fewest = SIZE_MAX;
    for (const auto& other : names) {
        size_t own = 0;  // where what differs begins
        for (size_t i = 0; i < std::min(name.size(), other.size()) && name[i] == other[i]; ++i)
            if (name[i] == '.') own = i + 1;
        const size_t edits = distance(name, other);
        if (edits >= fewest || edits > (name.size() - own + 1) / 3) continue;
        found = other;
        fewest = edits;
    }
    return found;
}

}  // namespace cuset
