#include "execute/cpu/lockstep.h"

#include <algorithm>
#include <set>

namespace cuset::execute::cpu {
namespace {

using cuda_source::Code;
using Names = std::set<std::string_view>;

// What is declared volatile between two tokens.
Names volatile_names(const Code& code, size_t begin, size_t end) {
    Names names;
    for (size_t i = begin; i < end; ++i) {
        if (code[i] != "volatile") continue;
        while (i < end && code[i] != ";" && code[i] != "," && code[i] != "=" && code[i] != "[" && code[i] != ")") ++i;
        if (code.is_name(i - 1)) names.insert(code[i - 1]);
    }
    return names;
}

// `while (flag == 0);` waits for another thread, which must run meanwhile.
void let_others_run(const Code& code, size_t begin, size_t end, const Names& names, Edits& edits) {
    for (size_t i = begin; i < end; ++i) {
        if (code[i] != "while" || code[i + 1] != "(" || code.match(i + 1) >= end) continue;
        const size_t close = code.match(i + 1);
        bool polls = false;
        for (size_t k = i + 2; k < close; ++k)
            polls |= names.contains(code[k]) || code[k] == "volatile" || code[k].substr(0, 6) == "atomic";
        if (!polls || (code.is_name(i + 2) && code.is_name(i + 3))) continue;  // or it declares a variable
        edits.replace(code.end(i + 1), code.end(i + 1), "(");
        edits.replace(code.begin(close), code.begin(close), ") && ::cuset_rt::waiting()");
    }
}

// Programs written for warps in lockstep store through volatile pointers without a barrier between the steps:
// `s[t] += s[t + 32]; s[t] += s[t + 16];`. The lanes of the warp then meet between the loads and the store of each such
// statement, and after it.
void keep_lockstep(const Code& code, size_t begin, size_t end, const Names& names, Edits& edits) {
    for (size_t i = begin; i < end && !names.empty(); ++i) {
        const auto before = code[i - 1];
        const bool starts = before == ";" || before == "{" || before == "}" || before == ")" || before == "else";
        if (!starts || !names.contains(code[i]) || code[i + 1] != "[") continue;
        const size_t assignment = code.match(i + 1) + 1;
        if (code[assignment].empty() || code[assignment].back() != '=' || code[assignment] == "==") continue;
        size_t last = assignment;
        while (last < end && code[last] != ";")
            last = code[last] == "[" || code[last] == "(" ? code.match(last) + 1 : last + 1;
        if (last >= end) continue;
        edits.replace(code.end(assignment), code.end(assignment), " ::cuset_rt::meet(");
        edits.replace(code.begin(last), code.begin(last), "), ::cuset_rt::meet(0)");
    }
}

}  // namespace

void keep_together(const Code& code, const std::vector<cuda_source::Function>& functions, Edits& edits) {
    const Names polled = volatile_names(code, 0, code.size());  // of the file too
    for (const auto& function : functions) {
        if (!function.is_global && !function.is_device) continue;
        const size_t end = std::min(function.body_end, code.size());
        keep_lockstep(code, function.body, end, volatile_names(code, function.parameters, end), edits);
        let_others_run(code, function.body, end, polled, edits);
    }
}

}  // namespace cuset::execute::cpu
