// Replacements of byte ranges of one text.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace cuset::execute::cpu {

// A replacement that begins inside another one is dropped.
class Edits {
   public:
    void replace(size_t begin, size_t end, std::string text) { edits_[begin] = {end, std::move(text)}; }

    std::string apply(std::string_view text) const {
        std::string result;
        size_t at = 0;
        for (const auto& [begin, edit] : edits_) {
            if (begin < at) continue;  // inside a range that was replaced as a whole
            result += text.substr(at, begin - at);
            result += edit.text;
            at = edit.end;
        }
        result += text.substr(at);
        return result;
    }

   private:
    struct Edit {
        size_t end;
        std::string text;
    };
    std::map<size_t, Edit> edits_;
};

}  // namespace cuset::execute::cpu
