// IEEE 754 binary16 to binary32, without hardware support.
#pragma once

#include <bit>
#include <cstdint>

namespace cuset::formats {

inline float float_from_half(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
    const uint32_t exponent = (half >> 10) & 31, mantissa = half & 1023;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | mantissa << 13);
    if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
    const float subnormal = static_cast<float>(mantissa) * 0x1.0p-24f;  // exact; zero too
    return sign != 0 ? -subnormal : subnormal;
}

}  // namespace cuset::formats
