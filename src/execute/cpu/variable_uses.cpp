#include "execute/cpu/variable_uses.h"

namespace cuset::execute::cpu {
namespace {

using cuda_source::TokenKind;

bool is_step(std::string_view token) {
    return token == "++" || token == "--";
}
bool is_control(std::string_view token) {
    return token == "if" || token == "while" || token == "for" || token == "switch" || token == "constexpr";
}

}  // namespace

bool VariableUses::is_mention(size_t i, std::string_view name) const {
    if (code_[i] == name) return code_[i - 1] != "." && code_[i - 1] != "->" && code_[i - 1] != "::";
    const NameSet* macro = code_.is_name(i) ? names_.mentioned_by_macro(code_[i]) : nullptr;
    return macro != nullptr && macro->contains(name);
}

bool VariableUses::mentions(std::string_view name, size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i)
        if (is_mention(i, name)) return true;
    return false;
}

bool VariableUses::changes(std::string_view name, TypeKind type, size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i)
        if (is_mention(i, name) && use_at(i, type).changes) return true;
    return false;
}

bool VariableUses::keeps_address(std::string_view name, TypeKind type, size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i)
        if (is_mention(i, name) && use_at(i, type).keeps_address) return true;
    return false;
}

// The bracket that `i` is in.
size_t VariableUses::group_of(size_t i) const {
    while (i-- > body_ && code_[i] != "(" && code_[i] != "{" && code_[i] != "[")
        if (code_.match(i) < i) i = code_.match(i);
    return i;
}

// The name before the bracket at `open`, or before its template arguments.
size_t VariableUses::callee_of(size_t open) const {
    size_t i = open - 1;
    if (code_[i] == ">") {
        while (i > body_ && code_[i] != "<" && code_[i] != ";") --i;
        --i;
    }
    return i;
}

// Whether the & at `i` has no left operand: `x & y` has one, `(int*)&y` and, to be safe, `(T)&y` have none.
bool VariableUses::is_address_of(size_t i) const {
    if (code_[i] != "&") return false;
    const size_t before = i - 1;
    if (code_[before] != ")")
        return !(code_.is_name(before) || code_[before] == "]" || code_.kind(before) == TokenKind::number);
    const size_t open = code_.match(before);
    if (code_.is_name(open - 1)) return false;
    for (size_t k = open + 1; k < before; ++k)
        if (!code_.is_name(k) && code_.kind(k) != TokenKind::keyword && code_[k] != "*" && code_[k] != "::" &&
            code_[k] != "<" && code_[k] != ">")
            return false;
    return true;
}

// `T& r = ...`, `auto& [a, b] = ...`: what the initialiser mentions, other than as an index, may change through r.
bool VariableUses::binds_reference(size_t i) const {
    for (int steps = 0; i-- > body_ && code_[i] != ";" && code_[i] != "{" && code_[i] != "}";) {
        if (++steps > 1000) return true;  // a longer statement is not read to its begin
        const size_t open = code_.match(i);
        if (code_[i] == "[") return false;
        if (open < i) {
            i = open;
            continue;
        }
        if (code_[i] != "=" && code_[i] != ":") continue;
        const size_t name = code_[i - 1] == "]" ? code_.match(i - 1) : i - 1;
        if (code_[name - 1] == "&" || code_[name - 1] == "&&") return true;
    }
    return false;
}

// An argument of a call, a cast or a constructor, whose bracket is at `open`.
VariableUses::Use VariableUses::use_as_argument(size_t open) const {
    const size_t callee = callee_of(open);
    const auto name = code_[callee];
    if (name.ends_with("_cast")) {  // static_cast<T&>(x)
        for (size_t i = callee; i < open; ++i)
            if (code_[i] == "&" || code_[i] == "&&") return {true, true};
        return {};
    }
    if (code_[open] == "{") {
        if (code_[callee - 1] == "&" || code_[callee - 1] == "&&") return {true, true};  // T& r{x}
        if (name == "=" || name == "return" || name == "(" || name == ",") {             // a constructor may be meant
            const auto first = code_[cuda_source::statement_start(code_, open)];
            const bool plain = names_.is_scalar(first) || first == "const";
            return {!plain, !plain};
        }
    }
    if (!code_.is_name(callee) || names_.is_scalar(name)) return {};
    if (code_[open] == "{" && names_.is_scalar(code_[callee - 1])) return {};
    if (names_.takes_values(name)) return {};
    return {true, !names_.keeps_no_address(name)};
}

VariableUses::Use VariableUses::use_at(size_t i, TypeKind type) const {
    Use use;
    size_t first = i, last = i;
    if (const NameSet* macro = code_.is_name(i) ? names_.mentioned_by_macro(code_[i]) : nullptr) {
        use = {macro->contains("=") || macro->contains("&"), macro->contains("&")};
        if (code_[i + 1] == "(") last = code_.match(i + 1);
    } else if (code_[i + 1] == "(" && type == TypeKind::other) {
        return {calls_may_change_, false};
    }
    if (binds_reference(i)) return {true, true};
    while (!use.changes || !use.keeps_address) {
        while (code_[last + 1] == "." || code_[last + 1] == "->" || code_[last + 1] == "[") {
            if (type == TypeKind::pointer && code_[last + 1] != ".") return use;  // what it points to
            last = code_[last + 1] == "[" ? code_.match(last + 1) : last + 2;
        }
        const auto before = code_[first - 1], after = code_[last + 1];
        if (is_step(before) || is_step(after) || is_assignment(after) || (after == "(" && last > i)) {
            use.changes = true;
            return use;
        }
        if (is_address_of(first - 1)) {
            const size_t open = group_of(first - 1);
            const bool argument = code_[open] == "(" && code_.is_name(callee_of(open));
            return {true, !argument || !names_.keeps_no_address(code_[callee_of(open)])};
        }
        if (before == ")" && code_[first - 2] == "&") return {true, true};  // (int&)x
        const bool opened = before == "(" || before == "," || before == "{" || before == "?" || before == ":";
        const bool closed = after == ")" || after == "," || after == "}" || after == ":";
        if (!opened || !closed) {  // operators of a class may change their operands
            use.changes |= type == TypeKind::other && first == last;
            return use;
        }
        const size_t open = group_of(first);
        if (open <= body_ || code_[open] == "[" || is_control(code_[open - 1])) return use;
        if (code_[open] == "{" || code_.is_name(callee_of(open)) || code_[open - 1] == ">") {
            const Use argument = use_as_argument(open);
            return {use.changes || argument.changes, use.keeps_address || argument.keeps_address};
        }
        first = open, last = code_.match(open);  // `(x)` is x again
    }
    return use;
}

}  // namespace cuset::execute::cpu
