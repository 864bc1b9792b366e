#include "cuda_source/answer.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace cuset::cuda_source {
namespace {

std::string normalized(std::string_view text) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        result += text[i] == '\r' ? '\n' : text[i];
    }
    return result;
}

// A lone </think> ends reasoning that began in the prompt; an unclosed <think> hides the rest.
std::string without_reasoning(std::string text) {
    constexpr std::string_view kOpen = "<think>", kClose = "</think>";
    for (;;) {
        const size_t open = text.find(kOpen), close = text.find(kClose);
        if (close != std::string::npos && (open == std::string::npos || close < open)) {
            text.erase(0, close + kClose.size());
        } else if (open != std::string::npos) {
            text.erase(open, close == std::string::npos ? std::string::npos : close + kClose.size() - open);
        } else {
            return text;
        }
    }
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

struct Fence {
    char mark = 0;  // ` or ~; 0: the line is no fence
    size_t length = 0;
    std::string info;  // the language, in lower case
};

Fence parse_fence(std::string_view line) {
    const size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos || (line[begin] != '`' && line[begin] != '~')) return {};
    Fence fence;
    size_t end = begin;
    while (end < line.size() && line[end] == line[begin]) ++end;
    fence.length = end - begin;
    if (fence.length < 3 || line.find('`', end) != std::string_view::npos) return {};
    fence.mark = line[begin];
    while (end < line.size() && (line[end] == ' ' || line[end] == '{' || line[end] == '.')) ++end;
    for (; end < line.size() && !std::isspace(static_cast<unsigned char>(line[end])) && line[end] != '}'; ++end)
        fence.info += static_cast<char>(std::tolower(static_cast<unsigned char>(line[end])));
    return fence;
}

bool is_code_language(const std::string& info) {
    static const std::vector<std::string> names = {"cuda", "cu",  "cuda-c++", "cuda-cpp", "cudacpp",
                                                   "c++",  "cpp", "c",        "cc",       "cxx",
                                                   "h",    "hpp", "cuh",      "cuda_c",   "cuda-c"};
    return std::find(names.begin(), names.end(), info) != names.end();
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool looks_like_code(std::string_view text) {
    return contains(text, "__global__") || contains(text, "#include") || contains(text, "<<<") ||
           (contains(text, ";") && contains(text, "{"));
}

struct Block {
    std::string text, info;
};

std::vector<Block> fenced_blocks(const std::vector<std::string_view>& lines) {
    std::vector<Block> blocks;
    Fence open;
    for (const auto line : lines) {
        const Fence fence = parse_fence(line);
        if (open.mark == 0) {
            if (fence.mark == 0) continue;
            open = fence;
            blocks.push_back({"", fence.info});
        } else if (fence.mark == open.mark && fence.length >= open.length && fence.info.empty()) {
            open = {};
        } else {
            blocks.back().text += line;
            blocks.back().text += '\n';
        }
    }
    return blocks;
}

// Code without fences: from the first line that only code begins with, to the last closing brace or semicolon.
std::optional<std::string> bare_code(const std::vector<std::string_view>& lines) {
    const auto begins = [](std::string_view line) {
        const size_t first = line.find_first_not_of(" \t");
        if (first == std::string_view::npos) return false;
        line.remove_prefix(first);
        for (const std::string_view start :
             {"#include", "void ", "#define", "#pragma", "__global__", "__device__", "template", "//", "/*",
              "extern \"C\"", "using namespace", "static ", "constexpr "})
            if (line.substr(0, start.size()) == start) return true;
        return false;
    };
    const auto ends = [](std::string_view line) {
        const size_t last = line.find_last_not_of(" \t");
        return last != std::string_view::npos && (line[last] == '}' || line[last] == ';' || line.substr(0, 1) == "#");
    };
    const auto first = std::find_if(lines.begin(), lines.end(), begins);
    const auto last = std::find_if(lines.rbegin(), lines.rend(), ends).base();
    if (first == lines.end() || last <= first) return std::nullopt;
    std::string code;
    for (auto line = first; line != last; ++line) {
        code += *line;
        code += '\n';
    }
    return code;
}

}  // namespace

std::optional<std::string> extract_code(std::string_view answer) {
    const std::string text = without_reasoning(normalized(answer));
    const auto lines = split_lines(text);
    std::vector<std::string> code;
    for (auto& block : fenced_blocks(lines))
        if (is_code_language(block.info) || (block.info.empty() && looks_like_code(block.text)))
            code.push_back(std::move(block.text));
    if (code.empty()) {
        const bool defines = std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
            return line.substr(0, 5) == "void " && contains(line, "(");
        });
        return defines || contains(text, "__global__") || contains(text, "#include") ? bare_code(lines) : std::nullopt;
    }

    const std::string* longest = nullptr;
    std::string joined;
    for (const auto& block : code) {
        if (contains(block, "__global__") && (longest == nullptr || block.size() > longest->size())) longest = &block;
        joined += block;
    }
    return longest != nullptr ? *longest : joined;
}

}  // namespace cuset::cuda_source
