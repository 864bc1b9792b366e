#include "execute/cpu/phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "cuda_source/statements.h"
#include "execute/cpu/declarators.h"
#include "execute/cpu/kernel_text.h"
#include "execute/cpu/kernel_variables.h"

namespace cuset::execute::cpu {
namespace {

using cuda_source::Code;
using cuda_source::Function;
using cuda_source::Statement;
using Kind = Statement::Kind;

struct Unfit {};

class PhaseWriter {
   public:
    PhaseWriter(const Code& code, const SourceNames& names, const BarrierReach& reach, const Function& kernel)
        : code_(code),
          names_(names),
          reach_(reach),
          kernel_(kernel),
          end_(kernel.body_end),
          text_(code, kernel),
          uses_(code, names, kernel.body, reach.calls_may_change()),
          variables_(code, names, uses_) {}

    // The function's text; empty where there can be none.
    std::string write() {
        if (end_ >= code_.size() || !reach_.suits_phases(code_[kernel_.name]) || !text_.allows_phases(names_))
            return {};
        statements_ = cuda_source::read_statements(code_, kernel_.body + 1, end_);
        // All variables count as uniform until a place is found that says otherwise.
        for (;;) {
            const size_t known = variables_.count_varying();
            bool unfit = false;
            try {
                write_body();
            } catch (const Unfit&) {
                unfit = true;
            }
            if (variables_.count_varying() == known)
                return unfit ? std::string() : text_.signature(kPhasesPrefix) + body_;
        }
    }

   private:
    struct Piece {
        size_t begin, end;
        bool keeps_gap;  // what stands before it (comments, directives) too
        bool declarator;
        std::string before;
    };
    struct Declared {
        std::string_view name;
        size_t token;
        std::string type;
        bool fixed, movable;  // movable: a later phase can have it
    };
    struct Pending {
        size_t begin = 0, end = 0;
        std::vector<Piece> pieces;
        std::vector<Declared> declared;
    };

    void write_body() {
        variables_.begin();
        pending_ = {};
        depth_ = 0;
        leaves_ = false;
        body_.clear();
        late_lines_.clear();
        for (size_t i = kernel_.declaration; i < kernel_.name; ++i)  // template parameters
            if (code_.is_name(i) && (code_[i + 1] == "," || code_[i + 1] == ">" || code_[i + 1] == "="))
                variables_.declare(code_[i], {0, true});
        std::string parameters = read_parameters();
        const bool whole = !text_.has_barrier(kernel_.body, end_);
        if (whole) {
            variables_.note_changes(kernel_.body + 1, end_);
            if (kernel_.body + 1 < end_) add({kernel_.body + 1, end_, true, false, {}});
        } else {
            write_list(statements_, end_);
        }
        flush(end_, whole);
        body_ += text_.lines(end_, end_ + 1) + "}";
        std::string begin = "{";
        for (const char* name : {"blockIdx", "blockDim", "gridDim"}) begin += fmt::format(" CUSET_COPY({});", name);
        begin += fmt::format(" ::cuset_rt::Phases<{}, {}> cuset_phases;", reach_.index_is_shared(), leaves_);
        body_.insert(0, begin + parameters);
    }
    // Registers the parameters; returns the declarations of those that threads change.
    std::string read_parameters() {
        std::string result;
        const size_t close = code_.match(kernel_.parameters);
        for (size_t i = kernel_.parameters + 1; i < close; ++i) {
            const size_t begin = i;
            size_t name = 0;
            bool named = true, pointer = false;
            for (; i < close && code_[i] != ","; ++i) {
                pointer |= code_[i] == "*" || code_[i] == "[";
                if (code_[i] == "=" || code_[i] == "[") named = false;
                if (code_[i] == "<")
                    if (const size_t after = code_.skip_angles(i); after < close) i = after - 1;
                if (code_.match(i) > i && code_.match(i) < close) i = code_.match(i);
                if (named && code_.is_name(i)) name = i;
            }
            if (name == 0) continue;
            const bool uniform = !variables_.is_varying(name);
            TypeKind type = pointer ? TypeKind::pointer : TypeKind::other;
            for (size_t k = begin; k < name && !pointer; ++k)
                if (names_.is_scalar(code_[k])) type = TypeKind::scalar;
            variables_.declare(code_[name], {name, uniform, !uniform, false, is_fixed(type, name, end_), type});
            if (!uniform)
                result +=
                    fmt::format(" ::cuset_rt::PerThread<decltype({0})> cuset_v_{0}(cuset_phases, {0});", code_[name]);
        }
        return result;
    }

    bool is_fixed(TypeKind type, size_t name, size_t scope_end) const {
        return type == TypeKind::other || uses_.keeps_address(code_[name], type, name + 1, scope_end);
    }

    // What all threads do as one: updates, leaving a loop, and conditions of those.
    bool is_common(const Statement& s) {
        if (s.kind == Kind::simple) {
            const bool jump = (code_[s.begin] == "break" || code_[s.begin] == "continue") && depth_ > 0;
            return jump ||
                   (s.end > s.begin + 1 && code_[s.end - 1] == ";" && variables_.are_updates(s.begin, s.end - 1));
        }
        if (s.kind == Kind::if_ && !variables_.is_uniform(s.open + 1, s.close)) return false;
        return (s.kind == Kind::if_ || s.kind == Kind::block) && !s.parts.empty() &&
               std::all_of(s.parts.begin(), s.parts.end(), [this](const Statement& part) { return is_common(part); });
    }
    // A jump out of a thread's part of a loop that has phases.
    bool has_stray_jump(const Statement& s) const {
        if (s.kind == Kind::simple)
            return code_[s.begin] == "break" ||
                   (code_[s.begin] == "switch" && text_.has_token(s.begin, s.end, "continue")) ||
                   code_[s.begin] == "continue";
        return (s.kind == Kind::if_ || s.kind == Kind::block) &&
               std::any_of(s.parts.begin(), s.parts.end(),
                           [this](const Statement& part) { return has_stray_jump(part); });
    }

    void add(Piece piece) {
        if (pending_.pieces.empty()) pending_.begin = piece.begin;
        pending_.end = piece.end;
        pending_.pieces.push_back(std::move(piece));
    }
    // Before the phase that is being gathered, or after it where that has another variable of the name.
    void place_first(size_t begin, size_t end, const std::vector<std::string_view>& declared, size_t scope_end) {
        for (const auto name : declared)
            if (uses_.mentions(name, pending_.begin, pending_.end)) {
                flush(scope_end);
                break;
            }
        body_ += text_.join(begin, end);
        late_lines_ += text_.lines(begin, end);
    }

    void write_list(const std::vector<Statement>& list, size_t scope_end) {
        for (const Statement& s : list) write_statement(s, scope_end);
    }
    void write_statement(const Statement& s, size_t scope_end) {
        if (text_.is_barrier(s.begin)) {
            flush(scope_end);
            body_ += text_.lines(s.begin, s.end);
        } else if (text_.has_barrier(s.begin, s.end)) {
            flush(scope_end);
            write_construct(s);
        } else if (is_common(s)) {
            flush(scope_end);
            body_ += text_.join(s.begin, s.end) + text_.lines(s.begin, s.end);
        } else if (s.kind == Kind::simple && write_declaration(s, scope_end)) {
            return;
        } else {
            if (depth_ > 0 && has_stray_jump(s)) throw Unfit{};
            variables_.note_changes(s.begin, s.end);
            add({s.begin, s.end, true, false, {}});
        }
    }

    bool write_declaration(const Statement& s, size_t scope_end) {
        const auto first = code_[s.begin];
        if (text_.has_token(s.begin, s.end, "__shared__")) {
            bool initialized = false;
            const auto names = declared_names(code_, s.begin, s.end - 1, initialized);
            place_first(s.begin, s.end, names, scope_end);
            for (size_t i = s.begin; i < s.end; ++i)  // an array's address is the same for all, what is in it is not
                if (std::find(names.begin(), names.end(), code_[i]) != names.end())
                    variables_.declare(code_[i], {i, code_[i + 1] == "[", false, false, true, TypeKind::other});
            return true;
        }
        if (first == "using" || first == "typedef" || first == "static_assert") {
            place_first(s.begin, s.end, {}, scope_end);
            return true;
        }
        const Declaration declaration = read_declaration(code_, s.begin, s.end);
        if (declaration.declarators.empty()) return false;
        bool keeps_gap = true;
        for (const Declarator& d : declaration.declarators) {
            const auto name = code_[d.name];
            const bool uniform = declaration.is_constexpr || is_uniform_variable(declaration, d);
            const size_t begin = keeps_gap ? s.begin : d.begin;
            const std::string specifiers = keeps_gap ? std::string() : text_.join(s.begin, declaration.specifiers_end);
            const bool hides = variables_.find(name) != nullptr;
            const bool plain = declaration.is_builtin || names_.is_scalar(code_[declaration.type]);
            const TypeKind type = !d.is_array && d.is_pointer ? TypeKind::pointer
                                  : !d.is_array && plain      ? TypeKind::scalar
                                                              : TypeKind::other;
            const bool fixed = is_fixed(type, d.name, scope_end);
            const bool divides = text_.has_token(d.name, d.end, "/") || text_.has_token(d.name, d.end, "%");
            // A thread that returned does not compute a quotient.
            const bool too_early = uniform && divides && text_.has_token(pending_.begin, pending_.end, "return");
            if (too_early || ((uniform || hides) && uses_.mentions(name, pending_.begin, pending_.end)))
                flush(scope_end);
            if (uniform) {
                body_ += specifiers + text_.join(begin, d.end) + "; ";
                late_lines_ += text_.lines(begin, d.end);
            } else {
                variables_.note_changes(d.begin, d.end);
                add({begin, d.end, keeps_gap, true, specifiers});
                pending_.declared.push_back({name, d.name, d.type, fixed, !d.is_reference && !declaration.is_aligned});
            }
            variables_.declare(name, {d.name, uniform, false, d.is_constant, fixed, type});
            keeps_gap = false;
        }
        return true;
    }
    bool is_uniform_variable(const Declaration& declaration, const Declarator& d) {
        if (variables_.is_varying(d.name) || d.is_array || d.is_reference || declaration.is_aligned ||
            !declaration.is_builtin)
            return false;
        if (d.initializer == d.end) return true;
        const bool bracketed = code_[d.initializer] != "=";
        return variables_.is_uniform(d.initializer + 1, d.end - (bracketed ? 1 : 0));
    }

    void write_construct(const Statement& s) {
        variables_.enter();
        if (s.kind == Kind::block) {
            body_ += text_.lines(s.begin, s.begin + 1) + "{ ";
            write_list(s.parts, s.end - 1);
            flush(s.end - 1);
            body_ += text_.lines(s.end - 1, s.end) + "}";
        } else if (s.kind == Kind::if_) {
            if (!variables_.is_uniform(s.open + 1, s.close)) throw Unfit{};
            body_ += text_.lines(s.begin, s.close + 1) + fmt::format("if ({}) ", text_.join(s.open + 1, s.close));
            write_part(s.parts[0]);
            if (s.parts.size() > 1) {
                body_ += text_.lines(s.parts[0].end, s.parts[1].begin) + " else ";
                write_part(s.parts[1]);
            }
        } else if (s.kind == Kind::for_) {
            write_for(s);
        } else if (s.kind == Kind::while_ || s.kind == Kind::do_) {
            if (!variables_.is_uniform(s.open + 1, s.close)) throw Unfit{};
            const std::string condition = fmt::format("while ({})", text_.join(s.open + 1, s.close));
            body_ += s.kind == Kind::do_ ? "do " : text_.lines(s.begin, s.close + 1) + condition;
            ++depth_;
            write_part(s.parts[0]);
            --depth_;
            if (s.kind == Kind::do_) body_ += text_.lines(s.parts[0].end, s.end) + condition + ";";
        } else {
            throw Unfit{};
        }
        variables_.leave();
    }
    void write_part(const Statement& s) {
        variables_.enter();
        body_ += "{ ";
        write_statement(s, s.end);
        flush(s.end);
        body_ += "} ";
        variables_.leave();
    }
    void write_for(const Statement& s) {
        size_t first = s.open + 1, second;
        while (first < s.close && code_[first] != ";") ++first;
        for (second = first + 1; second < s.close && code_[second] != ";";) ++second;
        if (second >= s.close) throw Unfit{};
        const Declaration declaration = read_declaration(code_, s.open + 1, first + 1);
        for (const Declarator& d : declaration.declarators) {
            if (!is_uniform_variable(declaration, d)) throw Unfit{};
            variables_.declare(code_[d.name], {d.name, true, false, false, false,
                                               d.is_pointer ? TypeKind::pointer : TypeKind::scalar});
        }
        if (declaration.declarators.empty() && !variables_.are_updates(s.open + 1, first)) throw Unfit{};
        if (first + 1 < second && !variables_.is_uniform(first + 1, second)) throw Unfit{};
        if (!variables_.are_updates(second + 1, s.close)) throw Unfit{};
        body_ += text_.lines(s.begin, s.close + 1) + fmt::format("for ({}; {}; {}) ", text_.join(s.open + 1, first),
                                                                 text_.join(first + 1, second),
                                                                 text_.join(second + 1, s.close));
        ++depth_;
        write_part(s.parts[0]);
        --depth_;
    }

    // Ends the phase that is being gathered. `whole`: it is the kernel.
    void flush(size_t scope_end, bool whole = false) {
        Pending p = std::move(pending_);
        pending_ = {};
        if (p.pieces.empty()) {
            body_ += std::exchange(late_lines_, {});
            return;
        }
        std::string load, store, storage;
        std::map<size_t, std::string> renamed;
        std::set<std::string_view> seen;
        for (const Declared& d : p.declared) {
            seen.insert(d.name);
            if (!uses_.mentions(d.name, p.end, scope_end)) continue;
            if (!d.movable || d.type.starts_with("auto")) throw Unfit{};
            storage += fmt::format(" ::cuset_rt::PerThread<{}> cuset_v_{}(cuset_phases);", d.type, d.name);
            if (d.fixed) {
                renamed[d.token] = fmt::format("cuset_i_{}", d.name);
            } else {
                store += fmt::format(" cuset_v_{0}.set(cuset_thread, {0});", d.name);
            }
            variables_.hoist(d.name);
        }
        for (auto scope = variables_.scopes().rbegin(); scope != variables_.scopes().rend(); ++scope)
            for (const auto& [name, v] : *scope) {
                if (!seen.insert(name).second || !v.hoisted || !uses_.mentions(name, p.begin, p.end)) continue;
                load += fmt::format("{} {}{} = cuset_v_{}[cuset_thread]; ",
                                    v.constant && !v.fixed ? "const auto" : "auto", v.fixed ? "&" : "", name, name);
                if (v.fixed || v.constant || whole) continue;
                if (uses_.changes(name, v.type, p.begin, p.end))
                    store += fmt::format(" cuset_v_{0}.set(cuset_thread, {0});", name);
            }
        body_ += storage +
                 " cuset_phases.each([&](const uint3 threadIdx, const size_t cuset_thread) "
                 "__attribute__((always_inline)) { " +
                 load;
        bool leaves = false;
        for (const Piece& piece : p.pieces) leaves |= write_piece(piece, p, renamed, whole);
        leaves_ |= leaves;
        body_ +=
            store + " });" + (leaves ? " if (cuset_phases.all_left()) return;" : "") + std::exchange(late_lines_, {});
    }
    // Whether there is a return in it.
    bool write_piece(const Piece& piece, const Pending& p, const std::map<size_t, std::string>& renamed, bool whole) {
        bool leaves = false;
        body_ += piece.before;
        for (size_t i = piece.begin; i < piece.end; ++i) {
            if (i > piece.begin || piece.keeps_gap) body_ += text_.gap(i);
            const auto other = renamed.find(i);
            if (code_[i] == "return" && !whole) {
                leaves = true;
                body_ += "{ cuset_phases.leave(cuset_thread); return; }";
                if (code_[i + 1] == ";") ++i;
            } else {
                body_ += other != renamed.end() ? std::string_view(other->second) : code_[i];
            }
        }
        if (!piece.declarator) return leaves;
        body_ += "; ";
        for (const Declared& d : p.declared)
            if (d.token >= piece.begin && d.token < piece.end && renamed.contains(d.token))
                body_ += fmt::format(
                    "cuset_v_{0}.set(cuset_thread, cuset_i_{0}); auto& {0} = cuset_v_{0}[cuset_thread]; ", d.name);
        return leaves;
    }

    const Code& code_;
    const SourceNames& names_;
    const BarrierReach& reach_;
    const Function& kernel_;
    const size_t end_;
    const KernelText text_;
    std::vector<Statement> statements_;
    const VariableUses uses_;
    KernelVariables variables_;
    Pending pending_;
    std::string body_, late_lines_;
    int depth_ = 0;  // of loops that have phases
    bool leaves_ = false;
};

}  // namespace

std::string add_phases(std::string_view text, const BarrierReach& reach) {
    const Code code(text);
    const SourceNames names(code);
    std::string result;
    size_t at = 0;
    for (const Function& function : cuda_source::find_functions(code)) {
        if (!function.is_global) continue;
        const std::string phases = PhaseWriter(code, names, reach, function).write();
        if (phases.empty()) continue;
        const size_t end = code.end(function.body_end);
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(end), '\n');
        result += text.substr(at, end - at);
        result += phases + fmt::format("\n#line {}\n", line);
        at = end;
    }
    result += text.substr(at);
    return result;
}

}  // namespace cuset::execute::cpu
