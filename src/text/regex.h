// Regular expressions of tokenizer.json (Oniguruma's dialect with Unicode classes), run by PCRE2.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cuset::text {

class Regex {
   public:
    // `\s` and `\w` mean what Oniguruma takes them for, not PCRE2: White_Space; letters, marks, numbers and connecting
    // punctuation. Throws UserError beginning with `where` for a pattern that PCRE2 refuses, and for `\S` or `\W`
    // within a character class.
    Regex(std::string_view pattern, const std::string& where);
    static std::string quoted(std::string_view literal);  // a pattern that matches the literal alone

    // The first match in `text` (valid UTF-8) at or behind byte `from`: its begin and end; npos, npos without one.
    // Look-around sees `text` alone.
    std::pair<size_t, size_t> find(std::string_view text, size_t from) const;

   private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace cuset::text
