#include "execute/cpu/rewriter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "cuda_source/syntax.h"
#include "execute/cpu/declarators.h"
#include "execute/cpu/edits.h"
#include "execute/cpu/inline_ptx.h"
#include "execute/cpu/line_splices.h"
#include "execute/cpu/lockstep.h"
#include "execute/cpu/phases.h"
#include "execute/cpu/variables.h"

namespace cuset::execute::cpu {
namespace {

using cuda_source::Code;
using cuda_source::Function;
using cuda_source::Launch;

class Rewriter {
   public:
    Rewriter(std::string_view text, const BarrierReach& reach, bool in_macro, int& counter)
        : text_(text), code_(text), reach_(reach), in_macro_(in_macro), counter_(counter) {
        functions_ = cuda_source::find_functions(code_);
    }

    std::string run() {
        if (!in_macro_) find_shared_macros();
        for (const Function& function : functions_) tell_parameters(function);
        for (const Launch& launch : cuda_source::find_launches(code_)) rewrite_launch(launch);
        for (size_t i = 0; i < code_.size(); ++i) {
            const auto token = code_[i];
            if (is_shared(token)) {
                rewrite_shared(i);
            } else if (token == "__noinline__") {
                edits_.replace(code_.begin(i), code_.end(i), "__attribute__((noinline))");
            } else if (token == "__forceinline__") {
                remove_inline_beside(i);
            } else if (token == "cudaLaunchKernel" || token == "cudaLaunchCooperativeKernel") {
                remove_kernel_cast(i, i + 2);
            } else if (token == "cudaLaunchKernelExC") {
                size_t comma = i + 2;
                while (comma < code_.size() && code_[comma] != "," && code_[comma] != ";") ++comma;
                remove_kernel_cast(i, comma + 1);
            } else if (token == "asm" || token == "__asm__") {
                size_t end = 0;
                const std::string text = read_special_register(code_, i, end);
                if (!text.empty()) edits_.replace(code_.begin(i), code_.end(end - 1), text);
            } else if (allocates(token) && code_[i + 1] == "(") {
                name_allocation(i + 1);
            } else if (token.substr(0, 13) == "__syncthreads" && code_[i + 1] == "(") {
                number_barrier(i);
            }
        }
        for (const Function& function : functions_)
            if (function.is_global) copy_built_ins(function);
        keep_together(code_, functions_, edits_);
        for (const Function& function : functions_) use_shared_of_file(function);
        if (!in_macro_)
            for (const auto& variable : find_variables(code_))
                edits_.replace(code_.end(variable.end), code_.end(variable.end),
                               fmt::format(" CUSET_VARIABLE({}, {})", variable.name, variable.on_device));
        for (const auto& directive : code_.directives()) rewrite_directive(directive);
        return edits_.apply(text_);
    }

   private:
    // `__shared__`, or a macro that stands for it.
    bool is_shared(std::string_view token) const { return token == "__shared__" || shared_macros_.contains(token); }

    // #define SHARED __shared__
    void find_shared_macros() {
        for (const auto& directive : code_.directives()) {
            const Code words(text_of(text_, directive).substr(1));
            if (words.size() >= 3 && words[0] == "define" && words[words.size() - 1] == "__shared__")
                shared_macros_.insert(words[1]);
        }
    }

    std::string_view slice(size_t begin, size_t end) const { return text_.substr(begin, end - begin); }

    // k<T><<<g, b>>>(x) becomes ::cuset_rt::launch<how>(configure(g, b), [=](auto&... a) { k<T>(a...); }, x), or
    // ::cuset_rt::KernelLaunch<how, decltype(&cuset_kernel_k)>::run<&k>(configure(g, b), x).
    void rewrite_launch(const Launch& launch) {
        if (launch.close >= code_.size() && launch.close_offset >= text_.size())
            return;  // broken: the compiler reports it
        const auto callee = slice(code_.begin(launch.callee), code_.begin(launch.open));
        const auto name = launch.name < code_.size() ? code_[launch.name] : std::string_view();
        const bool phases = has_phases_before(name, launch.callee);
        const auto how = phases                      ? "::cuset_rt::Threads::phases"
                         : reach_.needs_fibers(name) ? "::cuset_rt::Threads::fibers"
                                                     : "::cuset_rt::Threads::loop";
        std::string called(callee);
        if (phases) called.insert(code_.begin(launch.name) - code_.begin(launch.callee), kPhasesPrefix);
        const auto configuration = slice(code_.end(launch.open), launch.close_offset);
        if (launch.arguments_end >= code_.size()) {
            if (!code_.is_name(launch.close)) return;  // broken too, unless a macro supplies the arguments
            edits_.replace(
                code_.begin(launch.callee), launch.close_offset + 3,
                fmt::format("::cuset_rt::launcher<{}>(::cuset_rt::configure({}), "
                            "[=](auto&... cuset_arguments) CUSET_UNSEEN_LAMBDA {{ {}(cuset_arguments...); }})",
                            how, configuration, called));
            return;
        }
        std::string arguments;
        for (size_t i = launch.arguments + 1; i < launch.arguments_end; ++i) {
            arguments += slice(code_.end(i - 1), code_.begin(i));
            arguments += code_[i] == "NULL" ? std::string_view("nullptr") : code_[i];
        }
        arguments += slice(code_.end(launch.arguments_end - 1), code_.begin(launch.arguments_end));
        const bool any = launch.arguments + 1 < launch.arguments_end;
        const auto between = slice(code_.end(launch.close - 1), code_.begin(launch.arguments));
        // Arguments of a kernel whose parameters are known are converted to them, once for all threads.
        const auto told = told_.find(launch.name < code_.size() ? code_[launch.name] : std::string_view());
        bool named = told != told_.end() && told->second < launch.callee;
        for (size_t i = launch.callee; i < launch.open; ++i) named &= code_.is_name(i) || code_[i] == "::";
        const std::string begin =
            named ? fmt::format(
                        "::cuset_rt::KernelLaunch<{}, decltype(&{}cuset_kernel_{})>::run<&{}, &{}>("
                        "::cuset_rt::configure({})",
                        how, slice(code_.begin(launch.callee), code_.begin(launch.name)), code_[launch.name], callee,
                        called, configuration)
                  : fmt::format(
                        "::cuset_rt::launch<{}>(::cuset_rt::configure({}), "
                        "[=](auto&... cuset_arguments) CUSET_UNSEEN_LAMBDA {{ {}(cuset_arguments...); }}",
                        how, configuration, called);
        edits_.replace(code_.begin(launch.callee), code_.end(launch.arguments_end),
                       fmt::format("{}{}{}{})", begin, any ? "," : "", between, arguments));
    }

    bool has_phases_before(std::string_view kernel, size_t token) const {
        return std::any_of(functions_.begin(), functions_.end(), [&](const Function& f) {
            const auto name = code_[f.name];
            return f.body_end < token && name.starts_with(kPhasesPrefix) && name.substr(kPhasesPrefix.size()) == kernel;
        });
    }

    // `void cuset_kernel_k(int* x);` after the kernel k: its type, for launches that follow. Its own name may be one of
    // the standard library's functions too.
    void tell_parameters(const Function& kernel) {
        if (in_macro_ || !kernel.is_global || !reach_.is_single_kernel(code_[kernel.name])) return;
        std::string text = fmt::format(" void cuset_kernel_{}", code_[kernel.name]);
        for (size_t i = kernel.parameters; i <= code_.match(kernel.parameters); ++i) {
            if (code_.after_directive(i)) return;
            text += fmt::format("{} ", code_[i]);
        }
        if (kernel.body_end >= code_.size()) return;
        told_[code_[kernel.name]] = kernel.body_end;
        edits_.replace(code_.end(kernel.body_end), code_.end(kernel.body_end), text + ";");
    }

    bool inside_function(size_t i) const {
        return in_macro_ || in_block(i) || std::any_of(functions_.begin(), functions_.end(), [&](const Function& f) {
                   return f.body < i && i < f.body_end;
               });
    }

    // Whether the innermost brace around token `i` follows a parameter list: conversion operators are functions too.
    bool in_block(size_t i) const {
        while (i-- > 0 && code_[i] != "{")
            if (code_[i] == "}" && code_.match(i) < i) i = code_.match(i);
        return i < code_.size() && i > 0 && (code_[i - 1] == ")" || code_[i - 1] == "const");
    }

    // A static declaration becomes a local struct with a place in the block's arena and references to its members;
    // `extern __shared__ T name[]` becomes a pointer to the dynamic shared memory.
    void rewrite_shared(size_t at) {
        size_t begin = at, end = at;
        while (begin > 0 && code_[begin - 1] != ";" && code_[begin - 1] != "{" && code_[begin - 1] != "}" &&
               code_[begin - 1] != ":" && code_[begin - 1] != "," && !code_.after_directive(begin))
            begin = code_[begin - 1] == ")" && code_.match(begin - 1) < begin ? code_.match(begin - 1) : begin - 1;
        while (end < code_.size() && code_[end] != ";") {
            const size_t closing = code_.match(end);
            end = closing > end && closing < code_.size() ? closing + 1 : end + 1;
        }
        if (end >= code_.size() && !in_macro_) return;
        bool dynamic = false, initialized = false;
        std::string declaration;
        for (size_t i = begin; i < end; ++i) {
            const auto token = code_[i];
            dynamic |= token == "extern";
            const bool dropped = token == "extern" || token == "static" || is_shared(token) || token == "__device__" ||
                                 token == "const" || token == "constexpr";
            const bool unsized = token == "]" && i > begin && code_[i - 1] == "[";
            if (unsized) declaration += '1';
            if (!dropped || (token == "const" && i > at)) declaration += token;
            if (i + 1 < code_.size()) declaration += slice(code_.end(i), code_.begin(i + 1));
        }
        const auto names = declared_names(code_, begin, end, initialized);
        // A macro may be used twice in a scope; its variables' names tell the uses apart.
        std::string id = std::to_string(counter_++);
        if (in_macro_) id += fmt::format("##{}", names[0]);
        std::string members;
        for (const auto name : names)
            members += fmt::format(
                " ::cuset_rt::describe_shared(\"{0}\", at + __builtin_offsetof(cuset_shared_{1}, {0}), "
                "sizeof(cuset_shared_{1}::{0}), ::cuset_rt::ElementBytes<decltype(cuset_shared_{1}::{0})>::value);",
                name, id);
        if (dynamic) members.clear();
        std::string text =
            fmt::format("struct cuset_shared_{} {{ {}; static void cuset_describe(size_t at) {{{} }} }};", id,
                        declaration, members);
        if (initialized) text += " static_assert(false, \"a __shared__ variable cannot have an initializer\");";
        if (dynamic) {
            const bool local = inside_function(at);
            for (const auto name : names) {
                const std::string array = fmt::format("decltype(cuset_shared_{}::{})", id, name);
                text += local ? fmt::format(" auto* const {} = ::cuset_rt::dynamic_shared<{}>();", name, array)
                              : fmt::format(" CUSET_DYNAMIC_SHARED({}, {});", array, name);
            }
        } else if (!inside_function(at)) {
            for (const auto name : names) shared_of_file_[name] = id;
        } else {
            text += fmt::format(" auto& cuset_place_{0} = ::cuset_rt::shared<cuset_shared_{0}>();", id);
            for (const auto name : names) text += fmt::format(" auto& {1} = cuset_place_{0}.{1};", id, name);
        }
        if (end >= code_.size()) text.pop_back();  // the user of the macro writes the semicolon
        edits_.replace(code_.begin(begin), code_.end(end), std::move(text));
    }

    // A shared variable of a file or namespace has another place in each block: its uses become
    // (::cuset_rt::shared<ns::cuset_shared_N>().name).
    void use_shared_of_file(const Function& function) {
        const size_t end = std::min(function.body_end, code_.size());
        std::set<std::string_view> hidden;  // declared anew here
        for (size_t i = function.parameters; i < end; ++i) {
            const auto before = code_[i - 1], after = code_[i + 1];
            if (code_.is_name(i - 1) && before != "return" && before != "else" &&
                (after == "=" || after == ";" || after == "[" || after == "," || after == ")"))
                hidden.insert(code_[i]);
        }
        for (size_t i = function.body; i < end; ++i) {
            const auto found = shared_of_file_.find(code_[i]);
            if (found == shared_of_file_.end() || hidden.contains(code_[i]) || code_[i - 1] == "." ||
                code_[i - 1] == "->")
                continue;
            size_t first = i;
            while (code_[first - 1] == "::") first -= code_.is_name(first - 2) ? 2 : 1;
            edits_.replace(code_.begin(first), code_.end(i),
                           fmt::format("(::cuset_rt::shared<{}cuset_shared_{}>().{})",
                                       slice(code_.begin(first), code_.begin(i)), found->second, code_[i]));
        }
    }

    static bool allocates(std::string_view token) {
        return token == "cudaMalloc" || token == "cudaMallocManaged" || token == "cudaMallocHost" ||
               token == "cudaHostAlloc" || token == "cudaMallocPitch" || token == "cudaMallocAsync";
    }

    // cudaMalloc(&p, n): reports call the allocation p.
    void name_allocation(size_t open) {
        size_t end = open + 1, name = code_.size();
        while (end < code_.match(open) && code_[end] != ",") {
            if (code_[end] == "&") name = end + 1;
            end = code_[end] == "(" && code_.match(end) < code_.size() && name == code_.size() && code_[end + 1] != "&"
                      ? code_.match(end) + 1
                      : end + 1;
        }
        if (name >= end || code_.match(open) >= code_.size()) return;
        size_t last = end - 1;
        while (last > name && code_[last] == ")") --last;
        std::string quoted;
        for (const char c : slice(code_.begin(name), code_.end(last)))
            quoted += c == '"' || c == '\\' || c == '\n' ? ' ' : c;
        const auto simple = [&](size_t i) {
            return code_.is_name(i) || code_[i] == "." || code_[i] == "->" || code_[i] == "[" || code_[i] == "]";
        };
        bool known = true;  // an expression whose type can be asked for
        for (size_t i = name; i <= last; ++i) known &= simple(i);
        const auto type = known ? fmt::format("<::cuset_rt::Pointed<decltype({})>::bytes>", quoted) : "";
        edits_.replace(code_.end(open), code_.end(open), fmt::format("::cuset_rt::named{}(\"{}\", ", type, quoted));
        edits_.replace(code_.begin(end), code_.begin(end), ")");
    }

    // Barriers are told apart by their lines: the second one of a line says so in the line's upper byte.
    void number_barrier(size_t at) {
        const size_t close = code_.match(at + 1);
        if (close >= code_.size()) return;
        const bool same_line = last_barrier_ < at &&
                               slice(code_.begin(last_barrier_), code_.begin(at)).find('\n') == std::string_view::npos;
        barrier_number_ = same_line && code_[last_barrier_].substr(0, 13) == "__syncthreads" ? barrier_number_ + 1 : 0;
        last_barrier_ = at;
        if (barrier_number_ == 0 || barrier_number_ > 127) return;
        edits_.replace(code_.begin(close), code_.begin(close),
                       fmt::format("{}__builtin_FILE(), __builtin_LINE() + ({} << 24)", close > at + 2 ? ", " : "",
                                   barrier_number_));
    }

    // A kernel works on copies of the built-in variables: any store could change the originals for all that the
    // compiler knows. Where a lambda without captures or a local class may use them they are left alone.
    void copy_built_ins(const Function& function) {
        const size_t end = std::min(function.body_end, code_.size());
        std::string copies;
        std::set<std::string_view> used;
        for (size_t i = function.body; i < end; ++i) {
            const auto token = code_[i];
            if (token == "struct" || token == "class" || token == "union" ||
                (token == "[" && code_[i + 1] == "]" && i > 0 && !code_.is_name(i - 1) && code_[i - 1] != "]"))
                return;
            if (token == "threadIdx" || token == "blockIdx" || token == "blockDim" || token == "gridDim")
                used.insert(token);
        }
        for (const auto name : used) copies += fmt::format(" CUSET_COPY({});", name);
        if (!copies.empty()) edits_.replace(code_.end(function.body), code_.end(function.body), copies);
    }

    // The macro __forceinline__ brings `inline`; g++ refuses a second one.
    void remove_inline_beside(size_t at) {
        const auto is_inline = [&](size_t i) {
            return code_[i] == "inline" || code_[i] == "__inline__" || code_[i] == "__inline";
        };
        const auto blank = [&](size_t i) { edits_.replace(code_.begin(i), code_.end(i), ""); };
        for (size_t i = at; i-- > 0 && code_[i] != ";" && code_[i] != "}" && code_[i] != "{";)
            if (is_inline(i)) blank(i);
        for (size_t i = at + 1; i < code_.size() && code_[i] != "(" && code_[i] != ";"; ++i)
            if (is_inline(i)) blank(i);
    }

    // cudaLaunchKernel((void*)kernel, ...): the kernel's type is needed to unpack its arguments.
    void remove_kernel_cast(size_t at, size_t cast) {
        if (code_[at + 1] != "(") return;
        if (code_[cast] == "(" && code_.match(cast) < code_.size()) {
            const auto inner = slice(code_.end(cast), code_.begin(code_.match(cast)));
            if (inner.find("void") != std::string_view::npos && inner.find('*') != std::string_view::npos)
                edits_.replace(code_.begin(cast), code_.end(code_.match(cast)), "");
        } else if (code_[cast] == "reinterpret_cast") {
            const size_t after = code_.skip_angles(cast + 1);
            if (after < code_.size()) edits_.replace(code_.begin(cast), code_.begin(after), "");
        }
    }

    // The body of a macro is rewritten as a text of its own.
    void rewrite_directive(const cuda_source::Token& directive) {
        const auto text = text_of(text_, directive);
        const size_t word = text.find_first_not_of("# \t");
        if (word == std::string_view::npos || text.substr(word, 6) != "define") return;
        const size_t name = text.find_first_not_of(" \t", word + 6);
        if (name == std::string_view::npos) return;
        size_t body = name;
        while (body < text.size() && cuda_source::is_identifier_byte(text[body])) ++body;
        if (body < text.size() && text[body] == '(') body = std::min(text.find(')', body), text.size() - 1) + 1;
        const auto old = text.substr(body);
        if (shared_macros_.contains(text.substr(name, body - name))) return;
        if (old.find("<<<") == std::string_view::npos && old.find("__") == std::string_view::npos) return;
        edits_.replace(directive.offset + body, directive.offset + text.size(),
                       Rewriter(old, reach_, true, counter_).run());
    }

    std::string_view text_;
    Code code_;
    const BarrierReach& reach_;
    bool in_macro_;
    int& counter_;
    std::vector<Function> functions_;
    std::set<std::string_view> shared_macros_;
    std::map<std::string_view, std::string> shared_of_file_;  // name to the id of its struct
    std::map<std::string_view, size_t> told_;  // kernels of known parameters, and the ends of their definitions
    size_t last_barrier_ = 0;
    int barrier_number_ = 0;
    Edits edits_;
};

}  // namespace

std::string rewrite(std::string_view text, const std::string& name, const BarrierReach& reach, bool phases) {
    std::string quoted;
    for (const char c : name) {
        if (c == '"' || c == '\\') quoted += '\\';
        if (c != '\n') quoted += c;
    }
    int counter = 0;
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
    std::string joined = join_cut_tokens(text);
    if (phases) joined = add_phases(joined, reach);
    return fmt::format("#line 1 \"{}\"\n{}\n", quoted, Rewriter(joined, reach, false, counter).run());
}

}  // namespace cuset::execute::cpu
