#include "execute/cpu/line_splices.h"

#include "cuda_source/lexer.h"

namespace cuset::execute::cpu {

std::string join_cut_tokens(std::string_view text) {
    std::string joined;
    size_t owed = 0;  // newlines
    std::string_view before;
    for (const auto& token : cuda_source::lex(text)) {
        const auto part = text_of(text, token);
        const bool space = token.kind == cuda_source::TokenKind::whitespace;
        const bool cut = space && (part == "\\\n" || part == "\\\r\n") && !before.empty();
        if (cut) {
            ++owed;
        } else if (const size_t newline = part.find('\n'); owed > 0 && newline != std::string_view::npos) {
            joined += part.substr(0, newline);
            joined.append(owed, '\n');
            joined += part.substr(newline);
            owed = 0;
        } else {
            joined += part;
        }
        before = space ? std::string_view() : part;
    }
    return joined;
}

}  // namespace cuset::execute::cpu
