#include "execute/cpu/kernel_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace cuset::execute::cpu {

using cuda_source::Code;

bool KernelText::allows_phases(const SourceNames& names) const {
    if (code_[kernel_.name - 1] == "::") return false;
    for (const auto& directive : code_.directives()) {
        if (directive.offset < code_.begin(kernel_.declaration) || directive.offset > code_.begin(kernel_.body_end))
            continue;
        const Code words(text_of(code_.text(), directive).substr(1));
        if (words[0] != "pragma" && words[0] != "unroll") return false;
    }
    for (size_t i = kernel_.body; i < kernel_.body_end; ++i) {
        const auto token = code_[i];
        if (token == "goto" || token == "try" || token == "static" || token.substr(0, 6) == "__func" ||
            token == "__FUNCTION__" || token == "__PRETTY_FUNCTION__" || token.substr(0, 5) == "cuset")
            return false;
        if (is_barrier(i) && !is_statement(i)) return false;
        if (const NameSet* macro = names.mentioned_by_macro(token))
            for (const char* word : {"return", "break", "continue", "goto", "__shared__", ";"})
                if (macro->contains(word)) return false;
    }
    return true;
}

std::string KernelText::signature(std::string_view prefix) const {
    const std::string_view text = code_.text();
    const auto line =
        1 + std::count(text.begin(), text.begin() + static_cast<long>(code_.begin(kernel_.declaration)), '\n');
    std::string result = fmt::format("\n#line {}\n", line);
    for (size_t i = kernel_.declaration; i < kernel_.body; ++i) {
        if (i > kernel_.declaration) result += gap(i);
        if (i == kernel_.name) result += prefix;
        result += code_[i] == "__global__" ? "__device__" : code_[i];
    }
    return result + std::string(gap(kernel_.body));
}

bool KernelText::is_statement(size_t barrier) const {
    const auto before = code_[barrier - 1];
    return code_[barrier + 1] == "(" && code_[code_.match(barrier + 1) + 1] == ";" &&
           (before == ";" || before == "{" || before == "}" || before == ")" || before == "else");
}

bool KernelText::has_token(size_t begin, size_t end, std::string_view token) const {
    for (size_t i = begin; i < end; ++i)
        if (code_[i] == token) return true;
    return false;
}

std::string_view KernelText::gap(size_t i) const {
    return code_.text().substr(code_.end(i - 1), code_.begin(i) - code_.end(i - 1));
}

std::string KernelText::lines(size_t begin, size_t end) const {
    const auto text = code_.text().substr(code_.end(begin - 1), code_.end(end - 1) - code_.end(begin - 1));
    return std::string(static_cast<size_t>(std::count(text.begin(), text.end(), '\n')), '\n');
}

std::string KernelText::join(size_t begin, size_t end) const {
    std::string text;
    for (size_t i = begin; i < end; ++i) text.append(code_[i]).append(" ");
    return text;
}

}  // namespace cuset::execute::cpu
