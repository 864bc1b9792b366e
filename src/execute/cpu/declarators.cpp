#include "execute/cpu/declarators.h"

namespace cuset::execute::cpu {

using cuda_source::Code;

bool is_attribute(std::string_view token) {
    return token == "__align__" || token == "alignas" || token == "__attribute__" || token == "decltype";
}

std::vector<std::string_view> declared_names(const Code& code, size_t begin, size_t end, bool& initialized) {
    std::vector<std::string_view> names;
    std::string_view name;
    bool fixed = false;  // the declarator's name is known; brackets or an initialiser follow
    for (size_t i = begin; i < end; ++i) {
        const auto token = code[i];
        if (token == ",") {
            names.push_back(name);
            fixed = false;
        } else if (token == "=") {
            fixed = initialized = true;
        } else if (token == "[") {
            fixed = true;
            i = code.match(i);
        } else if (token == "(" && i > begin && is_attribute(code[i - 1])) {
            i = code.match(i);
        } else if (token == "{") {  // the body of a struct defined here, or an initialiser
            i = code.match(i);
        } else if (token == "<" && !fixed) {
            const size_t after = code.skip_angles(i);
            if (after < end) i = after - 1;
        } else if (code.is_name(i) && !fixed) {
            name = token;
        }
    }
    names.push_back(name);
    return names;
}

}  // namespace cuset::execute::cpu
