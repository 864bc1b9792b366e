// What the names of a source stand for, as far as its own text tells.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_source/syntax.h"

namespace cuset::execute::cpu {

using NameSet = std::set<std::string, std::less<>>;

class SourceNames {
   public:
    explicit SourceNames(const cuda_source::Code& code);

    // Whether a call cannot change the variables that are its arguments, as it takes them by value.
    bool takes_values(std::string_view callee) const;
    // Whether a call that gets a variable's address or a reference cannot keep it: it returns a scalar, if anything,
    // and has no parameter in which a pointer could be left.
    bool keeps_no_address(std::string_view callee) const;
    // A built-in type or another name for one, or a vector of them; a template's parameter counts as one.
    bool is_scalar(std::string_view type) const;
    // What a macro's body, and those of the macros in it, mention, with a `=` if it changes something, a `&` if it
    // takes an address or calls what may, a `;` if it declares; null for other names.
    const NameSet* mentioned_by_macro(std::string_view name) const;

    // Whether the tokens from `begin` to `end` are an expression without side effects, of nothing in memory, whose
    // names are uniform: then it has one value for all threads. `local` knows the names of the scope, whether they are.
    using Local = std::function<std::optional<bool>(std::string_view)>;
    bool is_uniform(const cuda_source::Code& code, size_t begin, size_t end, const Local& local) const;

   private:
    void read_macro(std::string_view text);
    void read_function(const cuda_source::Code& code, const cuda_source::Function& function);
    void read_constants(const cuda_source::Code& code, const std::vector<cuda_source::Function>& functions);
    void read_types(const cuda_source::Code& code);
    bool is_plain_type(const cuda_source::Code& code, size_t begin, size_t end, bool may_point) const;

    std::map<std::string, NameSet, std::less<>> macros_;
    std::multimap<std::string, std::string, std::less<>> macro_calls_;
    // constants_: of namespace scope, enumerators, macros of constants, which have one value for every thread.
    NameSet constants_, pure_macros_, seen_, by_value_, by_reference_, forgetful_, keeping_, scalars_;
};

// =, +=, ...
bool is_assignment(std::string_view token);

}  // namespace cuset::execute::cpu
