#include "cuda_source/syntax.h"

#include <algorithm>

namespace cuset::cuda_source {
namespace {

bool is_open(std::string_view token) {
    return token == "(" || token == "[" || token == "{";
}
bool is_close(std::string_view token) {
    return token == ")" || token == "]" || token == "}";
}

// How many > a token begins with: `>`, `>>`, `>>>`.
size_t count_closing(std::string_view token) {
    if (token == ">" || token == ">>" || token == ">>>") return token.size();
    return 0;
}

// Whether what follows a parameter list, from token i on, leads to a body; the body's { or size().
size_t find_body(const Code& code, size_t i) {
    while (i < code.size()) {
        const auto token = code[i];
        if (token == "{") return i;
        if (token == "const" || token == "override" || token == "final" || token == "&" || token == "&&" ||
            token == "volatile" || token == "mutable") {
            ++i;
        } else if (token == "noexcept" || token == "throw" || token == "__attribute__" ||
                   token == "__launch_bounds__") {
            ++i;
            if (code[i] == "(") i = code.match(i) + 1;
        } else if (token == "->") {
            while (i < code.size() && code[i] != "{" && code[i] != ";") ++i;
        } else if (token == ":") {  // a constructor's initialisers: name(...) or name{...}, comma separated
            for (++i; i < code.size();) {
                while (i < code.size() && code[i] != "(" && code[i] != "{" && code[i] != ";") ++i;
                if (code[i] == ";" || i >= code.size()) return code.size();
                i = code.match(i) + 1;
                if (code[i] != ",") break;
            }
        } else {
            return code.size();
        }
    }
    return code.size();
}

// The token that names the function whose parameter list opens at `open`, or size().
size_t function_name(const Code& code, size_t open) {
    if (open == 0) return code.size();
    const size_t before = open - 1;
    if (code.is_name(before)) return before;
    if (before >= 1 && code[before - 1] == "operator" && code[before] != "(")
        return before;  // operator+, operator float
    if (before >= 2 && code[before] == ")" && code[before - 2] == "operator") return before - 2;  // operator()
    return code.size();
}

// The token of the first callee part, going back over `ns::name<...>`, `object.name`, `(*pointer)`, `table[i]`.
size_t callee_start(const Code& code, size_t open, size_t& name) {
    size_t i = open;
    name = code.size();
    bool computed = false;  // by a call or a cast: no name tells the kernel
    for (;;) {
        if (i == 0) return i;
        if (count_closing(code[i - 1]) > 0) {
            size_t depth = 0;
            do {
                --i;
                if (code[i] == "<" && depth > 0) --depth;
                depth += count_closing(code[i]);
                if (is_close(code[i]) && code.match(i) < i) i = code.match(i);
                if (code[i] == ";" || code[i] == "{") return i + 1;
            } while (depth > 0 && i > 0);
        }
        if (i > 0 && code[i - 1] == "]" && code.match(i - 1) < i) {
            i = code.match(i - 1);
            continue;
        }
        if (i > 0 && code[i - 1] == ")" && code.match(i - 1) < i) {  // (*pointer), choose(1), static_cast<K>(k)
            name = code.size();
            i = code.match(i - 1);
            const bool called = i > 0 && (count_closing(code[i - 1]) > 0 || code[i - 1] == ")" || code[i - 1] == "]" ||
                                          code.is_name(i - 1));
            if (!called) return i;
            computed = true;
            continue;
        }
        if (i > 0 && code[i - 1].ends_with("_cast")) return i - 1;
        if (i == 0 || !(code.is_name(i - 1))) return i;
        --i;
        if (name == code.size() && !computed) name = i;
        if (i > 0 && code[i - 1] == "template") --i;
        const auto before = i > 0 ? code[i - 1] : std::string_view();
        if (before == "." || before == "->") {
            name = code.size();
            --i;
        } else if (before == "::") {
            --i;
            if (i == 0 || (!code.is_name(i - 1) && count_closing(code[i - 1]) == 0)) return i;
        } else {
            return i;
        }
    }
}

// Finds the >>> that closes the <<< of `launch`. A run of > closes open template argument lists first, as far as three
// are left for the launch.
void close_configuration(const Code& code, Launch& launch) {
    size_t angles = 0;
    for (size_t i = launch.open + 1; i < code.size(); ++i) {
        const auto token = code[i];
        if (is_open(token)) {
            if (code.match(i) >= code.size()) return;
            i = code.match(i);
        } else if (is_close(token) || token == ";" || token == "<<<") {
            return;
        } else if (token == "<" && code.is_name(i - 1)) {
            ++angles;
        } else if (count_closing(token) > 0) {
            size_t run = 0, last = i;
            while (last < code.size() && count_closing(code[last]) > 0 &&
                   (last == i || code.begin(last) == code.end(last - 1)))
                run += code[last++].size();
            if (run >= 3 && (run - 3 <= angles) && !(run == 3 && angles >= 3)) {
                launch.close = last;
                launch.close_offset = code.end(last - 1) - 3;
                return;
            }
            angles -= std::min(angles, run);
            i = last - 1;
        }
    }
}

}  // namespace

Code::Code(std::string_view text) : text_(text) {
    bool directive = false;
    for (const Token& token : lex(text)) {
        if (token.kind == TokenKind::directive) {
            directives_.push_back(token);
            directive = true;
        }
        if (token.kind == TokenKind::directive || token.kind == TokenKind::whitespace ||
            token.kind == TokenKind::comment)
            continue;
        tokens_.push_back(token);
        after_directive_.push_back(directive);
        directive = false;
    }
    match_brackets();
}

std::string_view Code::operator[](size_t i) const {
    return i < tokens_.size() ? text_of(text_, tokens_[i]) : std::string_view();
}

// A closing bracket of another kind closes what was left open inside its own pair; without a pair it is ignored.
void Code::match_brackets() {
    match_.assign(size(), size());
    std::vector<size_t> open;
    for (size_t i = 0; i < size(); ++i) {
        const auto token = (*this)[i];
        if (is_open(token)) open.push_back(i);
        if (!is_close(token)) continue;
        const char wanted = token == ")" ? '(' : token == "]" ? '[' : '{';
        const auto found = std::find_if(open.rbegin(), open.rend(), [&](size_t o) { return (*this)[o][0] == wanted; });
        if (found == open.rend()) continue;
        // A ) or ] does not reach over a brace: the brace's own end matters more in broken text.
        if (wanted != '{' && std::any_of(open.rbegin(), found, [&](size_t o) { return (*this)[o] == "{"; })) continue;
        match_[i] = *found;
        match_[*found] = i;
        open.erase(found.base() - 1, open.end());
    }
}

size_t Code::skip_angles(size_t i) const {
    size_t depth = 0;
    for (; i < size(); ++i) {
        const auto token = (*this)[i];
        if (token == "<") ++depth;
        if (is_open(token)) i = match(i);
        if (token == ";" || is_close(token) || token == "<<<") return size();
        const size_t closing = count_closing(token);
        if (closing > 0 && closing >= depth) return i + 1;
        depth -= closing;
    }
    return size();
}

size_t statement_start(const Code& code, size_t i) {
    while (i > 0 && !code.after_directive(i)) {
        const auto before = code[i - 1];
        if (before == ";" || before == "{" || before == "}") break;
        if (before == ":" && (code[i - 2] == "public" || code[i - 2] == "private" || code[i - 2] == "protected")) break;
        i -= (before == ")" || before == "]") && code.match(i - 1) < i ? i - code.match(i - 1) : 1;
    }
    return i;
}

std::vector<Function> find_functions(const Code& code) {
    std::vector<Function> functions;
    for (size_t i = 1; i < code.size(); ++i) {
        const size_t name = code[i] == "(" ? function_name(code, i) : code.size();
        if (name >= code.size() || code.match(i) >= code.size()) continue;
        const size_t body = find_body(code, code.match(i) + 1);
        if (body >= code.size()) continue;
        Function function{statement_start(code, name), name, i, body, code.match(body), false, false};
        bool initializer = false;
        for (size_t k = function.declaration; k < function.name; ++k) {
            function.is_global |= code[k] == "__global__";
            function.is_device |= code[k] == "__device__";
            initializer |= code[k] == "=" && code[k - 1] != "operator";
        }
        if (initializer && !function.is_global && !function.is_device) continue;
        functions.push_back(function);
        i = std::min(function.body_end, code.size() - 1);
    }
    return functions;
}

std::vector<Launch> find_launches(const Code& code) {
    std::vector<Launch> launches;
    const size_t none = code.size();
    for (size_t i = 0; i < code.size(); ++i) {
        if (code[i] != "<<<") continue;
        Launch launch{none, none, i, none, code.text().size(), none, none};
        launch.callee = callee_start(code, i, launch.name);
        if (launch.callee == i) continue;
        close_configuration(code, launch);
        if (code[launch.close] == "(") {
            launch.arguments = launch.close;
            launch.arguments_end = code.match(launch.close);
        }
        launches.push_back(launch);
    }
    return launches;
}

}  // namespace cuset::cuda_source
