#include "judge/compare.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "base/error.h"

namespace cuset::judge {
namespace {

template <typename T>
T element(const Bytes& bytes, size_t index) {
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
}

template <typename Want, typename Got>
Comparison compare_elements(const Bytes& want, const Bytes& got, double absolute, double relative) {
    constexpr bool real = std::is_floating_point_v<Want>;
    CUSET_ASSERT(want.size() / sizeof(Want) == got.size() / sizeof(Got));
    Comparison result;
    result.total = static_cast<long>(want.size() / sizeof(Want));
    for (long i = 0; i < result.total; ++i) {
        const Want expected = element<Want>(want, static_cast<size_t>(i));
        const Got value = element<Got>(got, static_cast<size_t>(i));
        const double e = static_cast<double>(expected), g = static_cast<double>(value);
        const double error = std::abs(g - e);
        bool right = expected == static_cast<Want>(value);
        if constexpr (real) right = std::isfinite(g) && std::isfinite(e) && error <= absolute + relative * std::abs(e);
        if (std::isfinite(error)) {
            result.largest_absolute = std::max(result.largest_absolute, error);
            if (e != 0) result.largest_relative = std::max(result.largest_relative, error / std::abs(e));
        }
        if (right) continue;
        if (result.wrong++ == 0) {
            result.first_wrong = i;
            result.expected = e;
            result.got = g;
        }
    }
    return result;
}

}  // namespace

Comparison compare(const Dtype& dtype, const Bytes& want, const Bytes& got, double absolute, double relative) {
    const std::string_view name = dtype.name;
    if (name == "float32") return compare_elements<double, float>(want, got, absolute, relative);
    if (name == "int32") return compare_elements<int32_t, int32_t>(want, got, 0, 0);
    if (name == "uint32") return compare_elements<uint32_t, uint32_t>(want, got, 0, 0);
    if (name == "int64") return compare_elements<int64_t, int64_t>(want, got, 0, 0);
    CUSET_ASSERT(name == "uint8");
    return compare_elements<uint8_t, uint8_t>(want, got, 0, 0);
}

bool all_finite(const Dtype& dtype, const Bytes& want) {
    if (!dtype.floating) return true;
    for (size_t i = 0; i < want.size() / sizeof(double); ++i)
        if (!std::isfinite(element<double>(want, i))) return false;
    return true;
}

}  // namespace cuset::judge
