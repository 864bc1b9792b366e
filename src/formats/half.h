// 16-bit floats to binary32, exactly and without hardware support.
#pragma once

#include <bit>
#include <cstdint>

namespace cuset::formats {

// IEEE 754 binary16.
inline float float_from_half(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000) << 16;
    const uint32_t exponent = (half >> 10) & 31, mantissa = half & 1023;
    if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000u | mantissa << 13);
    if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | mantissa << 13);
    const float subnormal = static_cast<float>(mantissa) * 0x1.0p-24f;  // exact; zero too
    return sign != 0 ? -subnormal : subnormal;
}

// The upper half of a binary32.
inline float float_from_bfloat16(uint16_t bits) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

}  // namespace cuset::formats
