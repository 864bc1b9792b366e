// Pre-tokenizers of tokenizer.json: Sequence, Split, Digits and ByteLevel.
// Semantics: https://huggingface.co/docs/tokenizers/api/pre-tokenizers
#pragma once

#include <string_view>
#include <vector>

#include "base/file.h"
#include "text/regex.h"

namespace cuset::text {

enum class SplitBehavior { removed, isolated, merged_with_previous, merged_with_next, contiguous };

class PreTokenizer {
   public:
    // From the JSON of `pre_tokenizer`. UserError beginning with `where` for any other component (by its name),
    // add_prefix_space, and a list that does not end with its one ByteLevel.
    static PreTokenizer parse(const Json& json, const std::string& where);
    // GPT-2's pattern (ByteLevel with use_regex).
    void add_byte_level_pattern();
    // Numbers (\p{N}) are pieces of their own: each digit, or each run of them.
    void add_digits(bool individual);

    // The pieces [begin, end) of text, in order; removed ones are left out.
    std::vector<std::pair<size_t, size_t>> split(std::string_view text) const;

   private:
    struct Step {
        Regex regex;
        SplitBehavior behavior;
        bool invert;
    };
    void add(std::string_view pattern, const std::string& where, SplitBehavior behavior, bool invert);
    void parse_into(const Json& json, const std::string& where, bool& ended);
    std::vector<Step> steps_;
};

}  // namespace cuset::text
