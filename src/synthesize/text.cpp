#include "synthesize/text.h"

#include <cctype>

#include "base/error.h"

namespace cuset::synthesize {

std::string fill(std::string_view text, const std::vector<std::pair<std::string, std::string>>& values) {
    std::string result(text);
    for (const auto& [name, value] : values) {
        const std::string mark = "{" + name + "}";
        for (size_t at = 0; (at = result.find(mark, at)) != std::string::npos; at += value.size())
            result.replace(at, mark.size(), value);
    }
    return result;
}

std::string rename(std::string_view text, const std::vector<std::pair<std::string, std::string>>& names) {
    const auto part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    std::string result;
    for (size_t at = 0; at < text.size();) {
        if (!part(text[at])) {
            result += text[at++];
            continue;
        }
        size_t end = at;
        while (end < text.size() && part(text[end])) ++end;
        std::string word(text.substr(at, end - at));
        // A member such as threadIdx.x is no name of ours.
        if (at == 0 || text[at - 1] != '.')
            for (const auto& [from, to] : names)
                if (word == from) {
                    word = to;
                    break;
                }
        result += word;
        at = end;
    }
    return result;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += separator;
        text += parts[i];
    }
    return text;
}

void Code::line(const std::string& text) {
    text_ += std::string(static_cast<size_t>(level_) * 4, ' ') + text + "\n";
}

void Code::open(const std::string& head) {
    line(head + " {");
    ++level_;
}

void Code::close() {
    CUSET_ASSERT(level_ > 0);
    --level_;
    line("}");
}

void Code::append(const Code& block) {
    for (size_t at = 0; at < block.text_.size();) {
        const size_t end = block.text_.find('\n', at);
        if (end == at)
            blank();
        else
            line(block.text_.substr(at, end - at));
        at = end + 1;
    }
}

}  // namespace cuset::synthesize
