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

const Variable* KernelVariables::find(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    return nullptr;
}

void KernelVariables::note_changes(size_t begin, size_t end) {
    std::set<std::string_view> seen;
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
        for (const auto& [name, v] : *scope)
            if (seen.insert(name).second && v.uniform && v.token != 0 && uses_.changes(name, v.type, begin, end))
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
