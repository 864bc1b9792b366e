// #include directives.
#pragma once

#include <string_view>

namespace cuset::cuda_source {

struct IncludeDirective {
    std::string_view header;  // empty: the directive is no #include, or its name is a macro
    bool quoted = false;      // "header" rather than <header>
};

// `directive` is the text of a token of kind directive.
IncludeDirective parse_include(std::string_view directive);

}  // namespace cuset::cuda_source
