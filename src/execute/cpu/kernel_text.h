// The text of a kernel by its tokens, for writing it anew on the same lines.
#pragma once

#include <string>
#include <string_view>

#include "execute/cpu/source_names.h"

namespace cuset::execute::cpu {

class KernelText {
   public:
    KernelText(const cuda_source::Code& code, const cuda_source::Function& kernel) : code_(code), kernel_(kernel) {}

    // Whether its text shows every jump and declaration, and each barrier in it is a statement of its own.
    bool allows_phases(const SourceNames& names) const;
    // Up to the body, as a device function whose name begins with `prefix`.
    std::string signature(std::string_view prefix) const;

    bool is_barrier(size_t i) const { return code_[i] == "__syncthreads" || code_[i] == "__syncwarp"; }
    bool has_barrier(size_t begin, size_t end) const {
        return has_token(begin, end, "__syncthreads") || has_token(begin, end, "__syncwarp");
    }
    bool has_token(size_t begin, size_t end, std::string_view token) const;

    // What stands before a token: space, comments, directives.
    std::string_view gap(size_t i) const;
    // The lines that the tokens and what stands before them take up.
    std::string lines(size_t begin, size_t end) const;
    // The tokens on one line.
    std::string join(size_t begin, size_t end) const;

   private:
    bool is_statement(size_t barrier) const;

    const cuda_source::Code& code_;
    const cuda_source::Function& kernel_;
};

}  // namespace cuset::execute::cpu
