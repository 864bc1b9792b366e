#include "execute/cpu/barrier_reach.h"

#include <algorithm>

#include "cuda_source/include_directive.h"
#include "cuda_source/syntax.h"

namespace cuset::execute::cpu {
namespace {

using cuda_source::Code;

// Barriers, warp operations, and what threads use to wait for each other in a loop.
bool is_barrier(std::string_view name) {
    static const std::set<std::string_view> names = {
        "__syncthreads",     "__syncthreads_count", "__syncthreads_and", "__syncthreads_or",  "__syncwarp",
        "__shfl_sync",       "__shfl_up_sync",      "__shfl_down_sync",  "__shfl_xor_sync",   "__ballot_sync",
        "__any_sync",        "__all_sync",          "__uni_sync",        "__activemask",      "__match_any_sync",
        "__match_all_sync",  "__reduce_add_sync",   "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync",
        "__reduce_or_sync",  "__reduce_xor_sync",   "__nanosleep",       "atomicCAS",         "atomicCAS_block",
        "atomicCAS_system",  "atomicExch",          "atomicExch_block",  "atomicExch_system", "this_thread_block",
        "coalesced_threads", "tiled_partition",     "thread_block",      "thread_block_tile", "coalesced_group",
        "this_grid",         "this_thread",         "thread_group",      "binary_partition",  "labeled_partition",
        "mma_sync",          "load_matrix_sync",    "store_matrix_sync", "grid_group",        "volatile"};
    return names.contains(name);
}

// What tells the number of the thread that runs, besides threadIdx.
bool asks_for_thread(std::string_view token) {
    return token == "asm" || token == "__asm__" || token == "assert" || token == "__trap";
}

bool is_cuda_header(std::string_view header) {
    return header.substr(0, 4) == "cuda" || header.substr(0, 13) == "device_launch" || header.substr(0, 4) == "math";
}

}  // namespace

void BarrierReach::add(std::string_view text, bool is_header) {
    sources_ += !is_header;
    const Code code(text);
    const auto functions = cuda_source::find_functions(code);
    std::vector<bool> inside(code.size(), false);
    for (const auto& function : functions) {
        Definition definition{function.is_global, false, function.is_global || function.is_device, {}};
        const size_t end = std::min(function.body_end, code.size());
        for (size_t i = function.declaration; i < end; ++i) {
            inside[i] = true;
            if ((code.is_name(i) || code[i] == "volatile") && i != function.name) definition.mentions.emplace(code[i]);
            const bool is_lambda = code[i] == "[" && !code.is_name(i - 1) && code[i - 1] != "]" && code[i - 1] != ")";
            const bool is_class = code[i] == "struct" || code[i] == "class" || code[i] == "union";
            definition.nested |= (i > function.body && (is_lambda || is_class)) || asks_for_thread(code[i]);
            // A loop on an atomic's result may wait for another thread.
            if (code[i] == "while" && code[i + 1] == "(")
                for (size_t k = i + 2; k < code.match(i + 1) && k < end; ++k)
                    if (code[k].substr(0, 6) == "atomic") definition.mentions.emplace("volatile");
        }
        // A member function or operator is reached through objects, not through its name.
        definition.device = definition.device && code[function.name - 1] != "operator" && code.is_name(function.name);
        if (function.is_global) {
            kernels_.emplace(code[function.name]);
            // Neither a template, nor default arguments, nor noexcept.
            bool plain = code[code.match(function.parameters) + 1] == "{";
            for (size_t i = function.declaration; i < function.body; ++i)
                plain &= code[i] != "template" && code[i] != "=" && code[i] != "auto";
            signatures_.emplace(code[function.name], plain);
        }
        definitions_.emplace(code[function.name], std::move(definition));
    }
    for (size_t i = 2; i < code.size(); ++i)  // using ns::k: another way to its name
        if (code[i] == ";" && code[i - 2] == "::") signatures_.emplace(code[i - 1], false);
    Definition rest;
    for (size_t i = 0; i < code.size(); ++i)
        if (!inside[i] && code.is_name(i)) rest.mentions.emplace(code[i]);
    definitions_.emplace("", std::move(rest));
    note_hidden_changes(code, inside);
    for (const auto& directive : code.directives()) add_directive(text_of(text, directive), is_header);
}

// Members that are references, and operators besides assignments that change their operands.
void BarrierReach::note_hidden_changes(const Code& code, const std::vector<bool>& inside) {
    for (size_t i = 2; i < code.size(); ++i) {
        calls_may_change_ |= code[i] == "mutable";
        hidden_changes_ |= code[i] == ";" && !inside[i] && (code[i - 2] == "&" || code[i - 2] == "&&");
        if (code[i] != "operator") continue;
        const bool call = code[i + 1] == "(";
        const size_t open = i + (call ? 3 : 2), close = code.match(open);
        if (code[open] != "(" || close >= code.size()) continue;
        if (call) calls_may_change_ |= code[close + 1] != "const";
        if (call || code[i + 1] == "[" || code[i + 1].back() == '=' || code[i + 1] == "++" || code[i + 1] == "--")
            continue;
        bool constant = false;
        for (size_t k = open + 1; k < close; ++k) {
            if (code[k] == ",") constant = false;
            constant |= code[k] == "const";
            hidden_changes_ |= (code[k] == "&" || code[k] == "&&") && !constant;
        }
    }
}

void BarrierReach::add_directive(std::string_view directive, bool is_header) {
    const auto include = cuda_source::parse_include(directive);
    everything_ |= include.quoted && !is_cuda_header(include.header) && !known_headers_.contains(include.header);
    const size_t word = directive.find_first_not_of("# \t");
    if (word == std::string_view::npos) return;
    if (directive.substr(word, 6) != "define") return;
    const Code code(directive.substr(word + 6));
    Definition definition{false, false, true, {}};
    for (size_t i = 1; i < code.size(); ++i)
        if (code.is_name(i)) definition.mentions.emplace(code[i]);
    if (is_header && !definition.mentions.empty()) header_macros_.emplace(code[0]);
    definitions_.emplace(code[0], std::move(definition));
}

bool BarrierReach::mentions_barrier(const Definition& definition) const {
    return std::any_of(definition.mentions.begin(), definition.mentions.end(),
                       [&](const auto& name) { return is_barrier(name) || reaching_.contains(name); });
}

void BarrierReach::close() {
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [name, definition] : definitions_)
            if (definition.device && !reaching_.contains(name) && mentions_barrier(definition)) {
                reaching_.insert(name);
                changed = true;
            }
    }
    // Kernels are named by the host code that launches them; any other way to a barrier outside device functions
    // counts.
    for (const auto& name : kernels_) reaching_.erase(name);
    for (const auto& [name, definition] : definitions_)
        everything_ |= !definition.device && mentions_barrier(definition);
    for (const auto& [name, definition] : definitions_)
        shared_index_ |= !definition.kernel &&
                         std::any_of(definition.mentions.begin(), definition.mentions.end(), [&](const auto& mention) {
                             return mention == "threadIdx" || (definition.device && asks_for_thread(mention));
                         });
}

bool BarrierReach::is_single_kernel(std::string_view name) const {
    const auto found = signatures_.find(name);
    return found != signatures_.end() && found->second && signatures_.count(name) == 1 && definitions_.count(name) == 1;
}

bool BarrierReach::needs_fibers(std::string_view kernel) const {
    if (everything_ || !kernels_.contains(kernel)) return true;
    const auto [first, last] = definitions_.equal_range(kernel);
    return std::any_of(first, last, [&](const auto& entry) { return mentions_barrier(entry.second); });
}

bool BarrierReach::suits_phases(std::string_view kernel) const {
    const auto found = definitions_.find(kernel);
    if (everything_ || hidden_changes_ || !kernels_.contains(kernel) || definitions_.count(kernel) != 1 ||
        found->second.nested)
        return false;
    const auto& mentions = found->second.mentions;
    return std::none_of(mentions.begin(), mentions.end(), [this](const auto& name) {
        return header_macros_.contains(name) ||
               (name != "__syncthreads" && name != "__syncwarp" && (is_barrier(name) || reaching_.contains(name)));
    });
}

}  // namespace cuset::execute::cpu
