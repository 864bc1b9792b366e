// exp for loops that the compiler vectorises.
#pragma once

#include <bit>
#include <cstdint>

namespace cuset::ops {

// e^x with a relative error below 3e-7 for -87 <= x <= 88; 0 below. Range reduction to |r| <= ln(2) / 2 and a
// polynomial of degree 6 (Taylor coefficients adjusted by minimax); no branch, no table.
inline float exp_fast(float x) {
    const float limited = x < -87.0f ? -87.0f : (x > 88.0f ? 88.0f : x);
    const float shifted = limited * 1.44269504f + 12582912.0f;  // 1.5 * 2^23: rounds to an integer
    const float n = shifted - 12582912.0f;
    const float r = (limited - n * 0.693145752f) - n * 1.42860677e-6f;
    float p = 1.3981999e-3f;
    p = p * r + 8.3334519e-3f;
    p = p * r + 4.1665795e-2f;
    p = p * r + 1.6666666e-1f;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    const int32_t exponent = (std::bit_cast<int32_t>(shifted) - 0x4b400000) << 23;
    const float y = std::bit_cast<float>(std::bit_cast<int32_t>(p) + exponent);
    return x < -87.0f ? 0.0f : y;
}

}  // namespace cuset::ops
