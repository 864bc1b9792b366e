// What a function's text does with a variable, judged by its tokens. Where they do not tell, it counts as changed, and
// its address as kept.
#pragma once

#include <string_view>

#include "execute/cpu/source_names.h"

namespace cuset::execute::cpu {

enum class TypeKind { scalar, pointer, other };  // scalar: without members that refer to it, and vectors of them

// Uses of a name between two tokens of a function's body.
class VariableUses {
   public:
    // `body`: the token before which no statement begins.
    // `calls_may_change`: calling an object may change it.
    VariableUses(const cuda_source::Code& code, const SourceNames& names, size_t body, bool calls_may_change)
        : code_(code), names_(names), body_(body), calls_may_change_(calls_may_change) {}

    bool mentions(std::string_view name, size_t begin, size_t end) const;
    // Whether the variable may have another value afterwards. What a pointer points to is not its value.
    bool changes(std::string_view name, TypeKind type, size_t begin, size_t end) const;
    // Whether a pointer or reference to it may be used later than the expression that makes it.
    bool keeps_address(std::string_view name, TypeKind type, size_t begin, size_t end) const;

   private:
    struct Use {
        bool changes = false, keeps_address = false;
    };
    bool is_mention(size_t i, std::string_view name) const;
    Use use_at(size_t i, TypeKind type) const;
    Use use_as_argument(size_t open) const;
    bool is_address_of(size_t i) const;
    bool binds_reference(size_t i) const;
    size_t group_of(size_t i) const;
    size_t callee_of(size_t open) const;

    const cuda_source::Code& code_;
    const SourceNames& names_;
    const size_t body_;
    const bool calls_may_change_;
};

}  // namespace cuset::execute::cpu
