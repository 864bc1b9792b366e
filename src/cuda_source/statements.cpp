#include "cuda_source/statements.h"

#include <algorithm>

namespace cuset::cuda_source {
namespace {

using Kind = Statement::Kind;

class Reader {
   public:
    Reader(const Code& code, size_t end) : code_(code), end_(end) {}

    Statement read(size_t i, int depth = 0) {
        Statement s;
        s.begin = s.end = std::min(i, end_);
        if (i >= end_) return s;
        const auto word = code_[i];
        const bool deep = depth > kDeepest;
        if (word == "{" && !deep) {
            s.kind = Kind::block;
            s.end = std::min(code_.match(i), end_);
            s.parts = read_all(i + 1, s.end, depth + 1);
            s.end = std::min(s.end + 1, end_);
        } else if ((word == "if" || word == "for" || word == "while" || word == "switch") && !deep &&
                   find_parentheses(i + (code_[i + 1] == "constexpr" ? 2 : 1), s)) {
            s.parts.push_back(read(s.close + 1, depth + 1));
            s.end = s.parts[0].end;
            if (word == "if" && code_[s.end] == "else" && s.end < end_) {
                s.parts.push_back(read(s.end + 1, depth + 1));
                s.end = s.parts[1].end;
            }
            s.kind = word == "if" ? Kind::if_ : word == "for" ? Kind::for_ : Kind::while_;
            if (word == "switch") s.kind = Kind::simple, s.parts.clear();
        } else if (word == "do" && !deep) {
            s.parts.push_back(read(i + 1, depth + 1));
            const bool whole = find_parentheses(s.parts[0].end + 1, s);  // behind `while`
            s.kind = whole ? Kind::do_ : Kind::simple;
            s.end = whole ? std::min(s.close + 2, end_) : end_;
        } else {
            while (i < end_ && code_[i] != ";") {
                const size_t closing = code_.match(i);
                if (code_[i] == "}" && closing < s.begin) {  // of the block that it is in
                    s.end = i;
                    return s;
                }
                if (code_[i] == "{" && code_[i - 1] == ")" && code_.match(i - 1) == s.begin + 1) {  // LOOP(i, n) { }
                    i = std::min(closing, end_);
                    break;
                }
                i = closing > i && closing < code_.size() ? closing + 1 : i + 1;
            }
            s.end = std::min(i + 1, end_);
        }
        return s;
    }

    std::vector<Statement> read_all(size_t i, size_t end, int depth = 0) {
        std::vector<Statement> all;
        while (i < end) {
            all.push_back(read(i, depth));
            i = std::max(all.back().end, i + 1);
        }
        return all;
    }

   private:
    static constexpr int kDeepest = 200;  // what is below is one simple statement

    bool find_parentheses(size_t open, Statement& s) const {
        s.open = open, s.close = code_.match(open);
        return code_[open] == "(" && s.close > open && s.close < end_;
    }

    const Code& code_;
    size_t end_;
};

}  // namespace

std::vector<Statement> read_statements(const Code& code, size_t begin, size_t end) {
    return Reader(code, end).read_all(begin, end);
}

}  // namespace cuset::cuda_source
