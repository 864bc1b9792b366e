#include "judge/inputs.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

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

// A distribution with its bounds for one case, found to be possible.
struct Law {
    enum class Kind { uniform, normal, integers, permutation } kind;
    size_t count;
    double low = 0, high = 0;  // uniform
    long first = 0, last = 0;  // whole numbers, both included
};

// The smallest and the largest value of a whole-number dtype.
std::pair<double, double> limits_of(const std::string& dtype) {
    if (dtype == "int32") return {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
    if (dtype == "uint32") return {0, std::numeric_limits<uint32_t>::max()};
    if (dtype == "uint8") return {0, std::numeric_limits<uint8_t>::max()};
    const double infinity = std::numeric_limits<double>::infinity();
    return {-infinity, infinity};
}

Law law_of(const Array& array, const Case& one) {
    const auto count = static_cast<size_t>(element_count(array, one.sizes));
    const Distribution text = split(array);
    const bool real = find_dtype(array.dtype)->floating;
    if (text.name == "uniform" || text.name == "normal") {
        if (!real) bad(array, fmt::format("{} needs integers or permutation", array.dtype));
        if (text.name == "normal") return {Law::Kind::normal, count};
        Law law{Law::Kind::uniform, count, number(array, text.a), number(array, text.b)};
        if (!(law.low <= law.high)) bad(array, "the first bound is above the second");
        return law;
    }
    Law law{Law::Kind::permutation, count, 0, 0, 0, std::max(0L, static_cast<long>(count) - 1)};
    if (text.name == "integers")
        law = {Law::Kind::integers, count, 0, 0, evaluate(text.a, one.sizes), evaluate(text.b, one.sizes)};
    else if (text.name != "permutation")
        bad(array, "unknown");
    if (count == 0) return law;
    if (law.first > law.last) bad(array, fmt::format("[{}, {}] is empty", law.first, law.last));
    const auto [smallest, largest] = limits_of(array.dtype);
    if (static_cast<double>(law.first) < smallest || static_cast<double>(law.last) > largest)
        bad(array, fmt::format("{} cannot hold its values", array.dtype));
    return law;
}

// Whole or real values from `draw`, in the dtype.
Bytes fill_dtype(const Array& array, size_t count, const auto& draw) {
    if (array.dtype == "float32") return fill<float>(count, draw);
    if (array.dtype == "int32") return fill<int32_t>(count, draw);
    if (array.dtype == "uint32") return fill<uint32_t>(count, draw);
    if (array.dtype == "uint8") return fill<uint8_t>(count, draw);
    CUSET_ASSERT(array.dtype == "int64");
    return fill<int64_t>(count, draw);
}

}  // namespace

void check_distribution(const Array& array, const Case& one) {
    law_of(array, one);
}

Bytes make_input(const Array& array, const Case& one, size_t index) {
    const Law law = law_of(array, one);
    Random random(one.seed, fmt::format("input {}", index));
    if (law.kind == Law::Kind::normal) return fill<float>(law.count, [&] { return random.normal(); });
    if (law.kind == Law::Kind::uniform)
        return fill<float>(law.count, [&] { return law.low + (law.high - law.low) * random.uniform(); });
    if (law.kind == Law::Kind::integers)
        return fill_dtype(array, law.count, [&] { return random.integer(law.first, law.last); });
    std::vector<long> order(law.count);
    std::iota(order.begin(), order.end(), 0L);
    random.shuffle(order);
    size_t next = 0;
    return fill_dtype(array, law.count, [&] { return order[next++]; });
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
