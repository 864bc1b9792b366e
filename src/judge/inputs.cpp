#include "judge/inputs.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/hash.h"
#include "judge/shape.h"

namespace cuset::judge {
namespace {

// "name(a,b)" in parts; without parentheses a and b are empty.
struct Distribution {
    std::string name, a, b;
};

[[noreturn]] void bad(const Array& array, const std::string& what) {
    user_error("array \"{}\": distribution \"{}\": {}; use uniform(a,b), normal, integers(a,b) or permutation",
               array.name, array.distribution, what);
}

Distribution split(const Array& array) {
    const std::string& text = array.distribution;
    const size_t open = text.find('(');
    if (open == std::string::npos) return {text, "", ""};
    const size_t comma = text.find(',', open);
    if (text.back() != ')' || comma == std::string::npos) bad(array, "two bounds in parentheses are expected");
    return {text.substr(0, open), text.substr(open + 1, comma - open - 1),
            text.substr(comma + 1, text.size() - comma - 2)};
}

double number(const Array& array, const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') bad(array, fmt::format("\"{}\" is no number", text));
    return value;
}

template <typename T>
Bytes fill(size_t count, const auto& draw) {
    Bytes bytes(count * sizeof(T));
    for (size_t i = 0; i < count; ++i) {
        const T value = static_cast<T>(draw());
        std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
    }
    return bytes;
}

// Whole or real values from `draw`, in the dtype. [low, high] is what draw() can give.
Bytes fill_dtype(const Array& array, size_t count, double low, double high, const auto& draw) {
    const auto check = [&](double smallest, double largest) {
        if (low < smallest || high > largest) bad(array, fmt::format("{} cannot hold its values", array.dtype));
    };
    if (array.dtype == "float32") return fill<float>(count, draw);
    if (array.dtype == "int32") {
        check(std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max());
        return fill<int32_t>(count, draw);
    }
    if (array.dtype == "uint32") {
        check(0, std::numeric_limits<uint32_t>::max());
        return fill<uint32_t>(count, draw);
    }
    if (array.dtype == "uint8") {
        check(0, std::numeric_limits<uint8_t>::max());
        return fill<uint8_t>(count, draw);
    }
    CUSET_ASSERT(array.dtype == "int64");
    return fill<int64_t>(count, draw);
}

}  // namespace

Bytes make_input(const Array& array, const Case& one, size_t index) {
    const auto count = static_cast<size_t>(element_count(array, one.sizes));
    const Distribution law = split(array);
    Random random(one.seed, fmt::format("input {}", index));
    const bool real = find_dtype(array.dtype)->floating;
    if (law.name == "uniform" || law.name == "normal") {
        if (!real) bad(array, fmt::format("{} needs integers or permutation", array.dtype));
        if (law.name == "normal") return fill<float>(count, [&] { return random.normal(); });
        const double low = number(array, law.a), high = number(array, law.b);
        if (!(low <= high)) bad(array, "the first bound is above the second");
        return fill<float>(count, [&] { return low + (high - low) * random.uniform(); });
    }
    if (law.name == "integers") {
        const long low = evaluate(law.a, one.sizes), high = evaluate(law.b, one.sizes);
        if (count == 0) return {};
        if (low > high) bad(array, fmt::format("[{}, {}] is empty", low, high));
        return fill_dtype(array, count, static_cast<double>(low), static_cast<double>(high),
                          [&] { return random.integer(low, high); });
    }
    if (law.name == "permutation") {
        std::vector<long> order(count);
        std::iota(order.begin(), order.end(), 0L);
        random.shuffle(order);
        size_t next = 0;
        return fill_dtype(array, count, 0, static_cast<double>(count), [&] { return order[next++]; });
    }
    bad(array, "unknown");
}

Bytes widen(const Bytes& bytes, const Dtype& dtype) {
    if (!dtype.floating) return bytes;
    Bytes wide(bytes.size() / sizeof(float) * sizeof(double));
    for (size_t i = 0; i < bytes.size() / sizeof(float); ++i) {
        float value = 0;
        std::memcpy(&value, bytes.data() + i * sizeof value, sizeof value);
        const double widened = value;
        std::memcpy(wide.data() + i * sizeof widened, &widened, sizeof widened);
    }
    return wide;
}

}  // namespace cuset::judge
