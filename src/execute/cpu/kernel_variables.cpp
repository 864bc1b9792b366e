#include "execute/cpu/kernel_variables.h"

#include <algorithm>
#include <optional>

#include "execute/cpu/declarators.h"

namespace cuset::execute::cpu {
namespace {

bool is_step(std::string_view token) {
    return token == "++" || token == "--";
}

}  // namespace

bool VariableUses::is_mention(size_t i, std::string_view name) const {
    if (code_[i] == name) return code_[i - 1] != "." && code_[i - 1] != "->";
    const NameSet* macro = code_.is_name(i) ? names_.mentioned_by_macro(code_[i]) : nullptr;
    return macro != nullptr && macro->contains(name);
}

bool VariableUses::mentions(std::string_view name, size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i)
        if (is_mention(i, name)) return true;
    return false;
}

// What is called with the argument at `i`; empty where it is a cast's, a keyword's or no argument.
std::string_view VariableUses::callee_of(size_t i) const {
    while (i-- > body_ && code_[i] != "(" && code_[i] != "{" && code_[i] != "[" && code_[i] != ";")
        if (code_.match(i) < i) i = code_.match(i);
    if (code_[i] != "(") return {};
    if (code_[i - 1] == ">") {
        size_t open = i - 1;
        while (open > body_ && code_[open] != "<" && code_[open] != ";") --open;
        return code_[open - 1].ends_with("_cast") ? std::string_view() : code_[open - 1];
    }
    return code_.is_name(i - 1) && !is_builtin_type(code_[i - 1]) ? code_[i - 1] : std::string_view();
}

bool VariableUses::may_change(size_t i, bool is_pointer) const {
    const auto before = code_[i - 1];
    if (is_step(before) || takes_address(i)) return true;
    if (code_.is_name(i))
        if (const NameSet* macro = names_.mentioned_by_macro(code_[i])) return macro->contains("=");
    size_t after = i + 1;
    while (!is_pointer && (code_[after] == "." || code_[after] == "["))
        after = code_[after] == "." ? after + 2 : code_.match(after) + 1;
    const bool is_member_call = after > i + 1 && code_[after] == "(";
    if (is_assignment(code_[after]) || is_step(code_[after]) || is_member_call) return true;
    if ((code_[after] != ")" && code_[after] != ",") || (before != "(" && before != ",")) return false;
    const auto callee = callee_of(i);
    return !callee.empty() && !names_.takes_values(callee);
}

bool VariableUses::takes_address(size_t i) const {
    if (code_[i - 1] != "&") return false;
    const auto before = code_[i - 2];
    return !(code_.is_name(i - 2) || before == ")" || before == "]" ||
             code_.kind(i - 2) == cuda_source::TokenKind::number);
}

// `T& r = ...`: what the initialiser mentions may change through r.
bool VariableUses::binds_reference(size_t i) const {
    while (i-- > body_ && code_[i] != ";" && code_[i] != "{" && code_[i] != "}")
        if ((code_[i] == "=" || code_[i] == ":") && (code_[i - 2] == "&" || code_[i - 2] == "&&")) return true;
    return false;
}

bool VariableUses::changes(std::string_view name, bool is_pointer, size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i)
        if (is_mention(i, name) && (may_change(i, is_pointer) || binds_reference(i))) return true;
    return false;
}

bool VariableUses::address_escapes(std::string_view name, size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i)
        if (code_[i] == name && takes_address(i) && callee_of(i).empty()) return true;
    return false;
}

const Variable* KernelVariables::find(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    return nullptr;
}

void KernelVariables::note_changes(size_t begin, size_t end) {
    std::set<std::string_view> seen;
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        for (const auto& [name, v] : *scope)
            if (seen.insert(name).second && v.uniform && v.token != 0 && uses_.changes(name, v.pointer, begin, end))
                varying_.insert(v.token);
}

bool KernelVariables::is_uniform(size_t begin, size_t end) const {
    return begin < end && names_.is_uniform(code_, begin, end, [this](std::string_view name) {
        const Variable* v = find(name);
        return v == nullptr ? std::nullopt : std::optional(v->uniform);
    });
}

bool KernelVariables::is_update(size_t begin, size_t end) const {
    const size_t name = is_step(code_[begin]) ? begin + 1 : begin;
    const Variable* v = find(code_[name]);
    if (v == nullptr || !v->uniform || v->token == 0) return false;
    if (name > begin) return name + 1 == end;
    const auto op = code_[name + 1];
    return is_step(op) ? name + 2 == end : is_assignment(op) && is_uniform(name + 2, end);
}

bool KernelVariables::are_updates(size_t begin, size_t end) const {
    for (size_t i = begin; i < end; ++i) {
        const size_t first = i;
        while (i < end && code_[i] != ",") i = code_[i] == "(" ? code_.match(i) + 1 : i + 1;
        if (!is_update(first, std::min(i, end))) return false;
    }
    return true;
}

}  // namespace cuset::execute::cpu
