#include "cuda_source/include_directive.h"

namespace cuset::cuda_source {

IncludeDirective parse_include(std::string_view directive) {
    const size_t word = directive.find_first_not_of("# \t");
    if (word == std::string_view::npos || directive.substr(word, 7) != "include") return {};
    const size_t open = directive.find_first_not_of(" \t", word + 7);
    if (open == std::string_view::npos || (directive[open] != '<' && directive[open] != '"')) return {};
    const bool quoted = directive[open] == '"';
    const size_t close = directive.find(quoted ? '"' : '>', open + 1);
    if (close == std::string_view::npos) return {};
    return {directive.substr(open + 1, close - open - 1), quoted};
}

}  // namespace cuset::cuda_source
