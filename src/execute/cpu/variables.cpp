#include "execute/cpu/variables.h"

#include <set>

#include "execute/cpu/declarators.h"

namespace cuset::execute::cpu {
namespace {

using cuda_source::Code;

// Types of which a declaration without a CUDA qualifier surely is the host's: another name may be a macro for one.
bool is_built_in(std::string_view token) {
    static const std::set<std::string_view> names = {
        "int",     "unsigned", "signed",  "char",    "short",   "long",    "float",    "double",   "bool",
        "size_t",  "int8_t",   "uint8_t", "int16_t", "int32_t", "int64_t", "uint16_t", "uint32_t", "uint64_t",
        "int2",    "int3",     "int4",    "uint2",   "uint3",   "uint4",   "float2",   "float3",   "float4",
        "double2", "double3",  "double4", "uchar4",  "static",  "dim3",    "volatile", "*"};
    return names.contains(token);
}

// Declarations of anything else, and variables that either side may use.
bool excludes(std::string_view token) {
    static const std::set<std::string_view> names = {
        "extern",        "template", "using",     "typedef",   "friend",       "operator",
        "static_assert", "const",    "constexpr", "constinit", "thread_local", "struct",
        "class",         "union",    "enum",      "namespace", "__managed__",  "__shared__",
        "__global__",    "__host__", "texture",   "&",         "&&",           "return"};
    return names.contains(token);
}

// Adds the variables that the statement from `begin` to the semicolon at `end` declares.
void add_declared(const Code& code, size_t begin, size_t end, std::vector<VariableDeclaration>& found) {
    bool on_device = false, initializer = false;
    size_t name = code.size();
    std::vector<size_t> names;
    for (size_t i = begin; i < end; ++i) {
        const auto token = code[i];
        on_device |= !initializer && (token == "__device__" || token == "__constant__");
        if (!initializer && excludes(token)) return;
        if (token == "," && name < end) {
            names.push_back(name);
            name = code.size();
            initializer = false;
        } else if (token == "=") {
            initializer = true;
        } else if (token == "[" || token == "{" || token == "(") {
            if (token == "(" && !initializer && !is_attribute(code[i - 1])) return;
            if (token == "{") initializer = true;
            i = code.match(i);
        } else if (token == "<") {
            const size_t after = initializer ? code.size() : code.skip_angles(i);
            if (after > end) return;
            i = after - 1;
        } else if (!initializer && code.is_name(i)) {
            name = i;
        }
    }
    if (name < end) names.push_back(name);
    if (names.empty()) return;
    for (size_t i = begin; i < names[0] && !on_device; ++i)
        if (!is_built_in(code[i])) return;
    if (names[0] == begin) return;  // no type
    for (const size_t i : names)
        if (code[i - 1] != "::") found.push_back({code[i], on_device, end});
}

}  // namespace

std::vector<VariableDeclaration> find_variables(const Code& code) {
    std::vector<VariableDeclaration> found;
    for (const auto& directive : code.directives())
        if (text_of(code.text(), directive).find("__CUDA_ARCH__") != std::string_view::npos) return found;
    for (size_t i = 0; i < code.size();) {
        const size_t begin = i;
        bool parentheses = false, initializer = false;
        // To the semicolon, or past the brace that ends a function or begins a namespace.
        for (;; ++i) {
            const auto token = code[i];
            if (i >= code.size()) return found;
            if (token == ";") {
                add_declared(code, begin, i, found);
                ++i;
                break;
            }
            initializer |= token == "=";
            parentheses |= token == "(" && !initializer && !is_attribute(i > begin ? code[i - 1] : "");
            if (token == "}") {  // of a namespace
                ++i;
                break;
            }
            if (token == "{") {
                const bool opens = code[begin] == "namespace" ||
                                   (code[begin] == "inline" && code[begin + 1] == "namespace") ||
                                   (code[begin] == "extern" && code[i - 1].substr(0, 1) == "\"");
                if (opens) {
                    ++i;
                    break;
                }
            }
            if (token == "{" || token == "(" || token == "[") {
                i = code.match(i);
                if (token == "{" && parentheses && !initializer) {  // a function's body
                    ++i;
                    break;
                }
            }
        }
    }
    return found;
}

}  // namespace cuset::execute::cpu
