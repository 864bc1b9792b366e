#include "execute/cpu/source_names.h"

#include <algorithm>

#include "execute/cpu/declarators.h"

namespace cuset::execute::cpu {
namespace {

using cuda_source::Code;
using cuda_source::TokenKind;

bool is_mathematics(std::string_view name) {
    static const std::set<std::string_view> names = {
        "abs",   "acos",   "acosf",  "asin",  "asinf",  "atan",   "atan2",  "atan2f", "atanf", "cbrt",   "cbrtf",
        "ceil",  "ceilf",  "cos",    "cosf",  "cosh",   "coshf",  "erf",    "erfc",   "erfcf", "erff",   "exp",
        "exp2",  "exp2f",  "expf",   "fabs",  "fabsf",  "floor",  "floorf", "fma",    "fmaf",  "fmax",   "fmaxf",
        "fmin",  "fminf",  "fmod",   "fmodf", "hypot",  "hypotf", "isinf",  "isnan",  "log",   "log10",  "log10f",
        "log1p", "log1pf", "log2",   "log2f", "logf",   "max",    "min",    "pow",    "powf",  "printf", "rint",
        "rintf", "round",  "roundf", "rsqrt", "rsqrtf", "sin",    "sinf",   "sinh",   "sinhf", "sqrt",   "sqrtf",
        "tan",   "tanf",   "tanh",   "tanhf", "trunc",  "truncf", "umax",   "umin"};
    return names.contains(name);
}

// Whether the name in a macro is one that a declaration declares: `int x = 1`, `T* x = p`.
bool declares(const Code& code, size_t i) {
    const auto before = code[i - 1], after = code[i + 1];
    const auto is_type = [&](size_t k) { return k < i && (code.is_name(k) || is_builtin_type(code[k])); };
    if (before == "*" || before == ">") return after == "=" && is_type(i - 2);
    return is_type(i - 1) && (after == "=" || after == ";" || after == "[" || after == "(" || after.empty());
}

bool is_vector_member(std::string_view token) {
    return token == "x" || token == "y" || token == "z";
}

// Whether an operator after the token has it as its left operand.
bool ends_operand(const Code& code, size_t i) {
    if (code[i] == ")") {  // not of a cast
        const size_t open = code.match(i);
        return !(is_builtin_type(code[open + 1]) && open > 0 && !code.is_name(open - 1));
    }
    return code.is_name(i) || code.kind(i) == TokenKind::number || code[i] == "]";
}

}  // namespace

bool is_assignment(std::string_view token) {
    return token.size() >= 1 && token.back() == '=' && token != "==" && token != "!=" && token != "<=" && token != ">=";
}

SourceNames::SourceNames(const Code& code) {
    for (const auto& directive : code.directives()) read_macro(text_of(code.text(), directive));
    read_types(code);
    const auto functions = cuda_source::find_functions(code);
    for (const auto& function : functions) read_function(code, function);
    for (const auto& [name, callee] : macro_calls_)
        if (!macros_.contains(callee) && !takes_values(callee)) macros_[name].insert({"=", "&"});
    for (bool changed = true; changed;) {  // macros in macros
        changed = false;
        for (auto& [name, mentions] : macros_)
            for (const std::string& mention : NameSet(mentions))
                if (const auto inner = macros_.find(mention); inner != macros_.end())
                    for (const std::string& word : inner->second) changed |= mentions.insert(word).second;
    }
    read_constants(code, functions);
}

void SourceNames::read_function(const Code& code, const cuda_source::Function& function) {
    const size_t close = code.match(function.parameters);
    bool values = true;
    for (size_t i = function.parameters; i < close; ++i)
        values &= code[i] != "&" && code[i] != "&&" && code[i] != "auto";
    (values ? by_value_ : by_reference_).emplace(code[function.name]);
    bool plain = is_plain_type(code, function.declaration, function.name, false);
    for (size_t begin = function.parameters + 1, i = begin; i <= close && i < code.size(); ++i) {
        if (i < close && code[i] != ",") continue;
        plain &= is_plain_type(code, begin, i, true);
        begin = i + 1;
    }
    (plain ? forgetful_ : keeping_).emplace(code[function.name]);
}

bool SourceNames::is_scalar(std::string_view type) const {
    return is_builtin_type(type) || scalars_.contains(type);
}

// Names that stand for built-in types.
void SourceNames::read_types(const Code& code) {
    for (const char* type : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "longlong",
                             "ulonglong", "float", "double"})
        for (const char* count : {"1", "2", "3", "4"}) scalars_.insert(std::string(type) + count);
    scalars_.insert({"__half", "half", "__half2", "half2", "__nv_bfloat16", "__nv_bfloat162", "dim3"});
    const auto is_scalar_at = [&](size_t i) {
        while (code[i] == "const" || code[i] == "std" || code[i] == "::") ++i;
        return is_scalar(code[i]);
    };
    // The semicolon behind an alias, or what shows that it is one of an array or a function.
    const auto end_of_alias = [&](size_t type) {
        while (type < code.size() && code[type] != ";" && code[type] != "[" && code[type] != "(") ++type;
        return type;
    };
    for (size_t i = 0; i < code.size(); ++i) {
        if (code[i] == "using" && code.is_name(i + 1) && code[i + 2] == "=" && is_scalar_at(i + 3)) {
            if (code[end_of_alias(i + 3)] == ";") scalars_.emplace(code[i + 1]);
        } else if (code[i] == "typedef" && is_scalar_at(i + 1)) {
            const size_t end = end_of_alias(i + 1);
            if (code[end] == ";") scalars_.emplace(code[end - 1]);
        } else if (code[i] == "template" && code[i + 1] == "<") {
            for (const size_t end = code.skip_angles(i + 1); i + 1 < end && i < code.size(); ++i)
                if ((code[i] == "typename" || code[i] == "class") && code.is_name(i + 1)) scalars_.emplace(code[i + 1]);
        }
    }
}

// A return type, or a parameter, through which no address leaves a call.
bool SourceNames::is_plain_type(const Code& code, size_t begin, size_t end, bool may_point) const {
    int indirections = 0;
    bool plain = begin == end;
    for (size_t i = begin; i < end; ++i) {
        if (code[i] == "template") {
            i = code.skip_angles(i + 1) - 1;
        } else if (code[i] == "*" || code[i] == "&" || code[i] == "&&" || code[i] == "[") {
            ++indirections;
        } else if (is_scalar(code[i])) {
            plain = true;
        } else if (code.is_name(i) && !plain && code[i].substr(0, 2) != "__" && code[i] != "std") {
            return false;
        }
    }
    return plain && indirections <= (may_point ? 1 : 0);
}

void SourceNames::read_macro(std::string_view text) {
    const Code words(text.substr(std::min(text.find_first_not_of("# \t"), text.size())));
    if (words[0] != "define" || words.size() < 2) return;
    const std::string name(words[1]);
    NameSet& mentions = macros_[name];
    std::set<std::string_view> parameters;
    size_t i = 2;
    if (words[2] == "(" && words.begin(2) == words.end(1)) {
        for (; i < words.match(2) && i < words.size(); ++i)
            if (words.is_name(i)) parameters.insert(words[i]);
        ++i;
    }
    const bool pure = is_uniform(words, i, words.size(), [&](std::string_view n) {
        return parameters.contains(n) ? std::optional(true) : std::nullopt;
    });
    for (int depth = 0; i < words.size(); ++i) {
        const bool is_name = words.is_name(i);
        if (is_name || words.kind(i) == TokenKind::keyword) mentions.emplace(words[i]);
        if (is_assignment(words[i]) || words[i] == "++" || words[i] == "--") mentions.emplace("=");
        if (words[i] == "&" && !ends_operand(words, i - 1)) mentions.insert({"=", "&"});
        if (is_name && words[i + 1] == "(" && !is_builtin_type(words[i])) macro_calls_.emplace(name, words[i]);
        depth += words[i] == "(" || words[i] == "{" ? 1 : words[i] == ")" || words[i] == "}" ? -1 : 0;
        if (depth == 0 && is_name && declares(words, i)) mentions.emplace(";");
    }
    if (seen_.insert(name).second && pure) {
        (parameters.empty() ? constants_ : pure_macros_).insert(name);
    } else {
        constants_.erase(name), pure_macros_.erase(name);  // of several definitions one may not be
    }
}

void SourceNames::read_constants(const Code& code, const std::vector<cuda_source::Function>& functions) {
    std::vector<bool> inside(code.size() + 1, false);
    for (const auto& f : functions)
        for (size_t i = f.parameters; i < std::min(f.body_end, code.size()); ++i) inside[i] = true;
    for (size_t i = 0; i < code.size(); ++i) {
        if (inside[i]) continue;
        if (code[i] == "enum") {
            while (i < code.size() && code[i] != "{" && code[i] != ";") ++i;
            for (const size_t end = std::min(code.match(i), code.size()); i < end; ++i)
                if (code.is_name(i) && (code[i - 1] == "{" || code[i - 1] == ",")) constants_.emplace(code[i]);
        } else if (code[i] == "constexpr" || code[i] == "const" || code[i] == "__constant__") {
            const size_t begin = i;
            while (i < code.size() && code[i] != ";" && code[i] != "(" && code[i] != ")" && code[i] != "{") ++i;
            bool initialized = false;
            if (code[i] == ";" || code[i] == "{" || code[i] == "(")
                for (const auto name : declared_names(code, begin, i, initialized)) constants_.emplace(name);
        }
    }
}

bool SourceNames::takes_values(std::string_view callee) const {
    if (by_reference_.contains(callee)) return false;
    if (const auto macro = macros_.find(callee); macro != macros_.end())
        return !macro->second.contains("=") && !macro->second.contains("&");
    return by_value_.contains(callee) || callee.substr(0, 2) == "__" || callee.substr(0, 6) == "atomic" ||
           callee.substr(0, 5) == "make_" || is_mathematics(callee);
}

bool SourceNames::keeps_no_address(std::string_view callee) const {
    if (keeping_.contains(callee)) return false;
    if (const auto macro = macros_.find(callee); macro != macros_.end()) return !macro->second.contains("&");
    return forgetful_.contains(callee) || callee.substr(0, 2) == "__" || callee.substr(0, 6) == "atomic" ||
           callee.substr(0, 6) == "sincos" || callee.substr(0, 5) == "frexp" || callee.substr(0, 4) == "modf";
}

const NameSet* SourceNames::mentioned_by_macro(std::string_view name) const {
    const auto found = macros_.find(name);
    return found == macros_.end() ? nullptr : &found->second;
}

bool SourceNames::is_uniform(const Code& code, size_t begin, size_t end, const Local& local) const {
    static const std::set<std::string_view> operators = {
        "+", "-", "/", "%", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "&&", "||",
        "!", "~", "^", "|", "?",  ":",  "(", ")", ",",  "*",  "&",  "{",  "}",  "const"};
    for (size_t i = begin; i < end; ++i) {
        const auto token = code[i];
        const auto kind = code.kind(i);
        if (kind == TokenKind::number || kind == TokenKind::character) continue;
        if (token == "*" && i > begin && is_builtin_type(code[i - 1])) continue;  // a cast's type
        if ((token == "*" || token == "&") && (i == begin || !ends_operand(code, i - 1))) return false;
        if (token == "blockIdx" || token == "blockDim" || token == "gridDim") {
            if (code[i + 1] != "." || !is_vector_member(code[i + 2])) return false;
            i += 2;
        } else if ((token == "static_cast" || token == "reinterpret_cast") && code[i + 1] == "<") {
            const size_t after = code.skip_angles(i + 1);
            if (after > end) return false;
            i = after - 1;
        } else if (token == "sizeof" && code[i + 1] == "(") {
            i = code.match(i + 1);
        } else if (code.is_name(i) && code[i + 1] == "(" && i + 1 < end && !is_builtin_type(token)) {
            const bool known =
                macros_.contains(token) ? pure_macros_.contains(token) : is_mathematics(token) && token != "printf";
            if (!known || by_reference_.contains(token) || by_value_.contains(token)) return false;
        } else if (token == "true" || token == "false" || token == "nullptr" || token == "warpSize" ||
                   is_builtin_type(token) || operators.contains(token)) {
            continue;
        } else if (!code.is_name(i) || !local(token).value_or(constants_.contains(token))) {
            return false;
        }
    }
    return true;
}

}  // namespace cuset::execute::cpu
