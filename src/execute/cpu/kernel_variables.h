// The variables of a kernel, and which of them have one value for all threads.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "execute/cpu/variable_uses.h"

namespace cuset::execute::cpu {

struct Variable {
    size_t token = 0;  // of its declaration; 0: none
    bool uniform = false, hoisted = false, constant = false;
    bool fixed = false;  // has one place over all phases, as pointers may lead there
    TypeKind type = TypeKind::scalar;
};

// The variables in scope. One is uniform, the same for all threads, until a place is found that says otherwise; what
// was found stays when reading begins anew.
class KernelVariables {
   public:
    using Scope = std::map<std::string_view, Variable>;

    KernelVariables(const cuda_source::Code& code, const SourceNames& names, const VariableUses& uses)
        : code_(code), names_(names), uses_(uses) {}

    void begin() { scopes_.assign(1, {}); }
    void enter() { scopes_.push_back({}); }
    void leave() { scopes_.pop_back(); }
    void declare(std::string_view name, const Variable& variable) { scopes_.back()[name] = variable; }
    const std::vector<Scope>& scopes() const { return scopes_; }  // the innermost is the last
    void hoist(std::string_view name) { scopes_.back()[name].hoisted = true; }

    // How many are known not to be uniform, by their declarations.
    size_t count_varying() const { return varying_.size(); }
    bool is_varying(size_t token) const { return varying_.contains(token); }
    // Variables in scope that the tokens of one thread may change are not uniform.
    void note_changes(size_t begin, size_t end);

    bool is_uniform(size_t begin, size_t end) const;
    // Expressions between commas that change uniform variables uniformly: `k += 2`, `--k`.
    bool are_updates(size_t begin, size_t end) const;

    const Variable* find(std::string_view name) const;

   private:
    bool is_update(size_t begin, size_t end) const;

    const cuda_source::Code& code_;
    const SourceNames& names_;
    const VariableUses& uses_;
    std::set<size_t> varying_;
    std::vector<Scope> scopes_;
};

}  // namespace cuset::execute::cpu
