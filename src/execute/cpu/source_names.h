// What the names of a source stand for, as far as its own text tells.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "cuda_source/syntax.h"

namespace cuset::execute::cpu {

using NameSet = std::set<std::string, std::less<>>;

class SourceNames {
   public:
    explicit SourceNames(const cuda_source::Code& code);

    // Constants of namespace scope, enumerators, macros of constants: the same value for every thread.
    bool is_constant(std::string_view name) const { return constants_.contains(name); }
    // Whether a call cannot change the variables that are its arguments, as it takes them by value.
    bool takes_values(std::string_view callee) const;
    // What a macro's body, and those of the macros in it, mention, with a `=` if it changes something; null for other
    // names.
    const NameSet* mentioned_by_macro(std::string_view name) const;

    // Whether the tokens from `begin` to `end` are an expression without side effects, of nothing in memory, whose
    // names are uniform: then it has one value for all threads. `local` knows the names of the scope, whether they are.
    using Local = std::function<std::optional<bool>(std::string_view)>;
    bool is_uniform(const cuda_source::Code& code, size_t begin, size_t end, const Local& local) const;

   private:
    void read_macro(std::string_view text);
    void read_constants(const cuda_source::Code& code);

    std::map<std::string, NameSet, std::less<>> macros_;
    NameSet constants_, pure_macros_, seen_, by_value_, by_reference_;
};

// =, +=, ...
bool is_assignment(std::string_view token);

}  // namespace cuset::execute::cpu
