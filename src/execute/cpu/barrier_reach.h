// How a kernel's threads can run: with a fiber each, where it may meet a barrier or a warp operation, or as a loop.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cuda_source/syntax.h"

namespace cuset::execute::cpu {

// A conservative call graph by names over all sources of a program: a name reaches a barrier when its definition (a
// function, class or macro of that name) mentions one or a name that reaches one. Where names do not tell who is called
// (a barrier in an operator, a lambda of the host, a header that is not seen), every kernel counts as reaching one.
class BarrierReach {
   public:
    // A header that is added as a source too, under the name by which it is included.
    void know_header(std::string name) { known_headers_.insert(std::move(name)); }
    void add(std::string_view text, bool is_header = false);
    void close();  // after the last source
    // Whether a launch of the kernel with this unqualified name needs fibers; true for names that are not kernels here.
    bool needs_fibers(std::string_view kernel) const;
    // Whether the name stands for one kernel, whose parameters have types that do not depend on the launch.
    bool is_single_kernel(std::string_view name) const;

    // Whether the kernel is defined once, meets others at __syncthreads and __syncwarp alone, and its text shows all
    // that is in it (no classes or lambdas of its own, no assembly or assertions).
    bool suits_phases(std::string_view kernel) const;
    // Whether other code than kernels asks which thread runs.
    bool index_is_shared() const { return sources_ != 1 || shared_index_; }
    // Whether calling an object of some class may change it.
    bool calls_may_change() const { return calls_may_change_; }

   private:
    struct Definition {
        bool kernel = false;
        bool nested = false;  // a kernel with classes or lambdas of its own, or assembly
        bool device = false;  // reached only through its name: a kernel, a device function, a macro
        std::set<std::string, std::less<>> mentions;
    };
    void add_directive(std::string_view directive, bool is_header);
    void note_hidden_changes(const cuda_source::Code& code, const std::vector<bool>& inside);
    bool mentions_barrier(const Definition& definition) const;

    std::multimap<std::string, Definition, std::less<>> definitions_;
    std::multimap<std::string, bool, std::less<>> signatures_;  // of kernels: whether a launch may name its parameters
    std::set<std::string, std::less<>> kernels_, reaching_, known_headers_, header_macros_;
    bool everything_ = false;
    bool hidden_changes_ = false;  // variables may be changed by what does not look like it
    bool calls_may_change_ = false;
    bool shared_index_ = false;  // other code than kernels mentions threadIdx
    int sources_ = 0;
};

}  // namespace cuset::execute::cpu
