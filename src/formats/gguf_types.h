// The element types of GGUF tensors and their conversion to binary32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cuset::formats {

// The element types that can be dequantised here, by GGUF's numbers; a file may have others.
//
// A tensor is a sequence of blocks. In the formulas q is an unsigned integer unless said otherwise, d, m and dmin are
// fp16 of the block:
//   F32, F16, BF16  one element, its value
//   Q8_0   32 elements, 34 bytes: d, int8 q[32]                            value = d * q
//   Q4_0   32 elements, 18 bytes: d, 16 bytes of nibbles                   value = d * (q - 8)
//   Q4_1   32 elements, 20 bytes: d, m, 16 bytes of nibbles                value = d * q + m
//   Q5_0   32 elements, 22 bytes: d, 32 fifth bits, 16 bytes of nibbles    value = d * (q - 16)
//   Q5_1   32 elements, 24 bytes: d, m, 32 fifth bits, 16 bytes of nibbles value = d * q + m
// Low nibbles are elements 0 to 15, high nibbles 16 to 31; bit i of the little-endian fifth bits belongs to element i.
//   Q4_K  256 elements, 144 bytes: d, dmin, scales[12], nibbles[128]       value = (d * s) * q - (dmin * t)
//   Q5_K  256 elements, 176 bytes: d, dmin, scales[12], fifth[32], nibbles[128], likewise
// Each 32 elements, group g of 8, have a scale s and a minimum t of 6 bits. Groups 2k and 2k + 1 are the low and the
// high nibbles of bytes 32k to 32k + 31; bit g of fifth[i] belongs to element i of group g. Where the 6 bits lie:
//   g < 4:  s = scales[g] & 63,  t = scales[g + 4] & 63
//   g >= 4: s and t have the low and the high nibble of scales[g + 4] as their lower 4 bits, and the top two bits of
//           scales[g - 4] and of scales[g] above
//   Q6_K  256 elements, 210 bytes: low[128], high[64], int8 s[16], d       value = (d * s[element / 16]) * (q - 32)
// Each half h of 128 has low[64h ..] and high[32h ..]; element 32k + i of it has bits 2k and 2k + 1 of high[i] above
// the low (k < 2) or high nibble of low[32 (k mod 2) + i].
enum class GgufType : uint32_t {
    f32 = 0,
    f16 = 1,
    q4_0 = 2,
    q4_1 = 3,
    q5_0 = 6,
    q5_1 = 7,
    q8_0 = 8,
    q4_k = 12,
    q5_k = 13,
    q6_k = 14,
    bf16 = 30
};

// Whether a type as in the file is a GgufType.
bool is_readable(uint32_t type);

// "Q4_K"; "number N" where it has no name here.
std::string type_name(uint32_t type);

// "F32, F16, ... and Q6_K": all of GgufType.
std::string readable_types();

// Elements and bytes of one block. A row of a tensor is a whole number of blocks.
int64_t block_size(GgufType type);
int64_t block_bytes(GgufType type);

// The size in bytes of `count` elements; count must be a multiple of the block.
int64_t storage_bytes(GgufType type, int64_t count);

// count must be a multiple of the block.
void dequantize(GgufType type, std::span<const std::byte> bytes, int64_t count, float* out);

}  // namespace cuset::formats
