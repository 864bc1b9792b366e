// Replacements of byte ranges of one text.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace cuset::execute::cpu {

// A replacement that begins inside another one is dropped.
class Edits {
   public:
    // An insertion where begin == end; several at one place keep their order, and stand before a replacement there.
    void replace(size_t begin, size_t end, std::string text) {
        if (begin == end) {
            insertions_[begin] += text;
        } else {
            edits_[begin] = {end, std::move(text)};
        }
    }

    std::string apply(std::string_view text) const {
        std::string result;
        size_t at = 0;
        auto insertion = insertions_.begin();
        const auto insert_until = [&](size_t end) {
            for (; insertion != insertions_.end() && insertion->first <= end; ++insertion) {
                if (insertion->first < at) continue;  // inside a range that was replaced as a whole
                result += text.substr(at, insertion->first - at);
                result += insertion->second;
                at = insertion->first;
            }
        };
        for (const auto& [begin, edit] : edits_) {
            if (begin < at) continue;
            insert_until(begin);
            result += text.substr(at, begin - at);
            result += edit.text;
            at = edit.end;
        }
        insert_until(text.size());
        result += text.substr(at);
        return result;
    }

   private:
    struct Edit {
        size_t end;
        std::string text;
    };
    std::map<size_t, Edit> edits_;
    std::map<size_t, std::string> insertions_;
};

}  // namespace cuset::execute::cpu
