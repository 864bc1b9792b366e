#include "judge/shape.h"

#include <cctype>
#include <charconv>
#include <climits>

#include "base/error.h"

namespace cuset::judge {
namespace {

constexpr int kMaxDepth = 100;  // of nested parentheses and signs

// Recursive descent: sum = product {+- product}, product = factor {*/ factor}.
class Parser {
   public:
    Parser(std::string_view text, const Sizes& sizes) : text_(text), sizes_(sizes) {}

    long whole() {
        const long value = sum();
        skip_space();
        if (at_ < text_.size()) fail(at_, fmt::format("unexpected \"{}\"", text_[at_]));
        return value;
    }

   private:
    [[noreturn]] void fail(size_t at, const std::string& what) const {
        user_error("\"{}\": column {}: {}", text_, at + 1, what);
    }

    void skip_space() {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }

    bool take(char c) {
        skip_space();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    long sum() {
        long value = product();
        for (;;) {
            const bool plus = take('+');
            if (!plus && !take('-')) return value;
            const size_t at = at_ - 1;
            const long term = product();
            if (plus ? __builtin_add_overflow(value, term, &value) : __builtin_sub_overflow(value, term, &value))
                fail(at, "the value does not fit into 64 bits");
        }
    }

    long product() {
        long value = factor();
        for (;;) {
            const bool times = take('*');
            if (!times && !take('/')) return value;
            const size_t at = at_ - 1;
            const long term = factor();
            if (times) {
                if (__builtin_mul_overflow(value, term, &value)) fail(at, "the value does not fit into 64 bits");
                continue;
            }
            if (term == 0) fail(at, "division by zero");
            if (value == LONG_MIN && term == -1) fail(at, "the value does not fit into 64 bits");
            value /= term;
        }
    }

    long factor() {
        skip_space();
        const size_t at = at_;
        if (++depth_ > kMaxDepth) fail(at, "nested too deeply");
        const long value = atom(at);
        --depth_;
        return value;
    }

    long atom(size_t at) {
        if (at == text_.size()) fail(at, "a number or name is missing");
        if (take('-')) {
            const long value = factor();
            if (value == LONG_MIN) fail(at, "the value does not fit into 64 bits");
            return -value;
        }
        if (take('(')) {
            const long value = sum();
            if (!take(')')) fail(at_, "\")\" is missing");
            return value;
        }
        if (std::isdigit(static_cast<unsigned char>(text_[at]))) return number(at);
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) ++at_;
        if (at_ == at) fail(at, fmt::format("unexpected \"{}\"", text_[at]));
        const std::string_view name = text_.substr(at, at_ - at);
        for (const auto& [known, value] : sizes_)
            if (known == name) return value;
        fail(at, fmt::format("\"{}\" is no size of the case", name));
    }

    long number(size_t at) {
        long value = 0;
        const auto [end, error] = std::from_chars(text_.data() + at, text_.data() + text_.size(), value);
        if (error != std::errc()) fail(at, "the number does not fit into 64 bits");
        at_ = static_cast<size_t>(end - text_.data());
        return value;
    }

    std::string_view text_;
    const Sizes& sizes_;
    size_t at_ = 0;
    int depth_ = 0;
};

}  // namespace

long evaluate(std::string_view expression, const Sizes& sizes) {
    return Parser(expression, sizes).whole();
}

long element_count(const Array& array, const Sizes& sizes) {
    const long count = evaluate(array.shape, sizes);
    if (count < 0) user_error("array \"{}\": shape \"{}\" is {}, less than zero", array.name, array.shape, count);
    return count;
}

}  // namespace cuset::judge
