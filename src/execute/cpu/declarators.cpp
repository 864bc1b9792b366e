#include "execute/cpu/declarators.h"

#include <set>

namespace cuset::execute::cpu {

using cuda_source::Code;

bool is_attribute(std::string_view token) {
    return token == "__align__" || token == "alignas" || token == "__attribute__" || token == "decltype";
}

bool is_builtin_type(std::string_view token) {
    static const std::set<std::string_view> names = {
        "void",     "bool",     "char",     "short",  "int",     "long",    "float",   "double",
        "signed",   "unsigned", "size_t",   "int8_t", "int16_t", "int32_t", "int64_t", "uint8_t",
        "uint16_t", "uint32_t", "uint64_t", "uint",   "uchar",   "ushort",  "ulong",   "ptrdiff_t"};
    return names.contains(token);
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
            const size_t first = i;
            while (code[i + 1] == "##" && i + 2 < end) i += 2;  // in a macro: one name of several
            name = code.text().substr(code.begin(first), code.end(i) - code.begin(first));
        }
    }
    names.push_back(name);
    return names;
}

namespace {

bool is_qualifier(std::string_view token) {
    return token == "const" || token == "constexpr" || token == "register" || token == "static";
}

// The token after `ns::name<...>` at i.
size_t skip_type_name(const Code& code, size_t i) {
    for (;;) {
        if (code[i] == "::") ++i;
        if (!code.is_name(i)) return i;
        if (code[++i] == "<")
            if (const size_t after = code.skip_angles(i); after < code.size()) i = after;
        if (code[i] != "::") return i;
    }
}

std::string join(const Code& code, size_t begin, size_t end, bool without_const) {
    std::string text;
    for (size_t i = begin; i < end; ++i)
        if (!(without_const && code[i] == "const") && code[i] != "constexpr" && code[i] != "register")
            text.append(text.empty() ? "" : " ").append(code[i]);
    return text;
}

// The end of an initialiser or declarator: the comma or semicolon.
size_t declarator_end(const Code& code, size_t i, size_t end) {
    while (i < end && code[i] != "," && code[i] != ";") {
        const size_t closing = code.match(i);
        const size_t after = code[i] == "<" && code.is_name(i - 1) ? code.skip_angles(i) : code.size();
        i = after < end ? after : closing > i && closing < end ? closing + 1 : i + 1;
    }
    return i;
}

bool read_declarator(const Code& code, size_t begin, size_t specifiers, size_t end, Declarator& d) {
    size_t i = d.begin;
    for (; i < end; ++i) {
        const auto token = code[i];
        if (token == "*") {
            d.is_pointer = true, d.is_constant = false;
        } else if (token == "&" || token == "&&") {
            d.is_reference = true;
        } else if (token == "const") {
            d.is_constant = true;
        } else if (token != "__restrict__" && token != "__restrict") {
            break;
        }
    }
    if (!code.is_name(i)) return false;
    d.name = i;
    d.type = join(code, begin, specifiers, !d.is_pointer);
    for (size_t k = d.begin; k < i; ++k)
        if (code[k] == "*" || (code[k] == "const" && !d.is_constant)) d.type.append(" ").append(code[k]);
    if (!d.is_pointer)
        for (size_t k = begin; k < specifiers; ++k) d.is_constant |= code[k] == "const";
    for (++i; code[i] == "["; i = code.match(i) + 1) {
        if (code.match(i) >= end || code[i + 1] == "]") return false;
        d.is_array = true;
        d.type.append(" ").append(join(code, i, code.match(i) + 1, false));
    }
    d.initializer = i;
    d.end = declarator_end(code, i, end);
    const auto next = code[i];
    return d.end < end && (next == "=" || next == "(" || next == "{" || i == d.end);
}

}  // namespace

Declaration read_declaration(const Code& code, size_t begin, size_t end) {
    Declaration result;
    size_t i = begin;
    bool typed = false;
    for (; i < end; ++i) {
        const auto token = code[i];
        if (!typed) result.type = i;
        if (token == "constexpr") result.is_constexpr = true;
        if (is_qualifier(token)) continue;
        if (is_builtin_type(token) || token == "auto") {
            typed = result.is_builtin = true;
        } else if (is_attribute(token) && token != "decltype" && code[i + 1] == "(") {
            result.is_aligned = true;
            i = code.match(i + 1);
        } else if (!typed && (code.is_name(i) || code[i] == "::" || token == "typename")) {
            typed = true;
            i = result.type = skip_type_name(code, token == "typename" ? i + 1 : i) - 1;
        } else {
            break;
        }
    }
    if (!typed || i >= end || i == begin) return {};
    result.specifiers_end = i;
    std::vector<Declarator> declarators;
    for (;; ++i) {
        Declarator d;
        d.begin = i;
        if (!read_declarator(code, begin, result.specifiers_end, end, d)) return {};
        i = d.end;
        declarators.push_back(std::move(d));
        if (code[i] != ",") break;
    }
    result.declarators = std::move(declarators);
    return result;
}

}  // namespace cuset::execute::cpu
