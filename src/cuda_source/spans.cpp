#include "cuda_source/spans.h"

#include <algorithm>

#include "cuda_source/syntax.h"

namespace cuset::cuda_source {
namespace {

// The byte after the function or declaration that continues at token `i`: its body's brace or its semicolon.
// `is_function` tells whether a parameter list came first.
size_t declaration_end(const Code& code, size_t i, bool& is_function) {
    is_function = false;
    for (; i < code.size(); ++i) {
        const auto token = code[i];
        if (token == ";") return code.end(i);
        if (token == "=" || token == "[") {
            if (!is_function) break;
        }
        if (token == "{") return code.end(code.match(i));
        if (token == "(") {
            is_function |= code.is_name(i - 1) || code[i - 1] == ")";
            i = code.match(i);
        }
    }
    while (i < code.size() && code[i] != ";")
        i = code.match(i) < code.size() && code.match(i) > i ? code.match(i) + 1 : i + 1;
    return code.end(i);
}

size_t statement_end(const Code& code, size_t i) {
    while (i < code.size() && code[i] != ";" && code[i] != "}") {
        if (code[i] == "(" || code[i] == "{" || code[i] == "[") i = code.match(i);
        ++i;
    }
    return code[i] == "}" ? code.begin(i) : code.end(i);
}

void add_launches(const Code& code, const std::vector<Launch>& launches, Spans& spans) {
    for (const Launch& launch : launches) {
        const size_t text_end = code.text().size();
        const bool closed = launch.close < code.size() || launch.close_offset < text_end;
        spans.configurations.push_back({code.begin(launch.open), closed ? launch.close_offset + 3 : text_end});
        size_t end = spans.configurations.back().end;
        if (launch.arguments < code.size()) {
            end = code.end(launch.arguments_end);
            if (code[launch.arguments_end + 1] == ";") end = code.end(launch.arguments_end + 1);
        }
        spans.launches.push_back({code.begin(launch.callee), end});
    }
}

void add_qualified(const Code& code, std::string_view qualifier, std::vector<Span>& into) {
    size_t covered = 0;
    for (size_t i = 0; i < code.size(); ++i) {
        if (code[i] != qualifier || code.begin(i) < covered) continue;
        bool is_function = false;
        const size_t end = declaration_end(code, i + 1, is_function);
        if (qualifier == "__device__" && !is_function) continue;
        const size_t first = qualifier == "__device__" && i > 0 && code[i - 1] == "__host__" ? i - 1 : i;
        into.push_back({code.begin(first), end});
        covered = end;
    }
}

bool is_launch_call(std::string_view token) {
    return token == "cudaLaunchKernel" || token == "cudaLaunchCooperativeKernel";
}

bool begins_declaration(const Code& code, size_t i) {
    const auto token = code[i];
    if (token == "__constant__") return true;
    if (token == "texture") return code[i + 1] == "<";
    if (token == "cudaTextureObject_t") return code.is_name(i + 1) && (code[i + 2] == ";" || code[i + 2] == "=");
    return token == "dim3" && code.is_name(i + 1);
}

void add_others(const Code& code, const std::vector<Launch>& launches, Spans& spans) {
    std::vector<size_t> launching;  // tokens inside functions that launch
    for (const Launch& launch : launches) launching.push_back(launch.open);
    for (size_t i = 0; i < code.size(); ++i) {
        const bool call = is_launch_call(code[i]) && code[i + 1] == "(";
        if (call) launching.push_back(i);
        if (call || begins_declaration(code, i))
            spans.others.push_back({code.begin(statement_start(code, i)), statement_end(code, i)});
    }
    for (const Function& function : find_functions(code))
        if (std::any_of(launching.begin(), launching.end(),
                        [&](size_t i) { return function.body < i && i < function.body_end; }))
            spans.others.push_back({code.begin(function.declaration), code.end(function.body_end)});
}

}  // namespace

std::vector<Span> Spans::merged() const {
    std::vector<Span> all = kernels;
    for (const auto* more : {&launches, &configurations, &others}) all.insert(all.end(), more->begin(), more->end());
    std::sort(all.begin(), all.end(), [](const Span& a, const Span& b) { return a.begin < b.begin; });
    std::vector<Span> result;
    for (const Span& span : all) {
        if (!result.empty() && span.begin <= result.back().end)
            result.back().end = std::max(result.back().end, span.end);
        else
            result.push_back(span);
    }
    return result;
}

Spans find_spans(std::string_view text, SpanMode mode) {
    const Code code(text);
    const auto launches = find_launches(code);
    Spans spans;
    add_qualified(code, "__global__", spans.kernels);
    add_launches(code, launches, spans);
    if (mode == SpanMode::extended) {
        add_qualified(code, "__device__", spans.kernels);
        add_others(code, launches, spans);
    }
    return spans;
}

}  // namespace cuset::cuda_source
