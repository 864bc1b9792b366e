#include "formats/gguf_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "formats/half.h"

namespace cuset::formats {
namespace {

template <typename T>
T load(const uint8_t* at) {  // blocks are not aligned
    T value;
    std::memcpy(&value, at, sizeof(T));
    return value;
}

float half(const uint8_t* at) {
    return float_from_half(load<uint16_t>(at));
}

struct F32 {
    static constexpr int64_t kBlock = 1, kBytes = 4;
    static void decode(const uint8_t* p, float* out) { *out = load<float>(p); }
};

struct F16 {
    static constexpr int64_t kBlock = 1, kBytes = 2;
    static void decode(const uint8_t* p, float* out) { *out = half(p); }
};

struct Bf16 {
    static constexpr int64_t kBlock = 1, kBytes = 2;
    static void decode(const uint8_t* p, float* out) { *out = float_from_bfloat16(load<uint16_t>(p)); }
};

struct Q8 {
    static constexpr int64_t kBlock = 32, kBytes = 34;
    static void decode(const uint8_t* p, float* out) {
        const float d = half(p);
        for (int i = 0; i < 32; ++i) out[i] = static_cast<float>(static_cast<int8_t>(p[2 + i])) * d;
    }
};

// Q4_0, Q4_1, Q5_0 and Q5_1: 4 or 5 bits, either around the middle of their range or above a minimum.
template <int bits, bool has_minimum>
struct Small {
    static constexpr int64_t kFifth = has_minimum ? 4 : 2, kNibbles = kFifth + (bits == 5 ? 4 : 0);
    static constexpr int64_t kBlock = 32, kBytes = kNibbles + 16;
    static void decode(const uint8_t* p, float* out) {
        const float d = half(p), m = has_minimum ? half(p + 2) : 0.0f;
        const uint32_t fifth = bits == 5 ? load<uint32_t>(p + kFifth) : 0;
        const auto value = [&](int nibble, int i) {
            const int q = nibble | static_cast<int>(fifth >> i & 1) << 4;
            if constexpr (has_minimum)
                return static_cast<float>(q) * d + m;
            else
                return static_cast<float>(q - (1 << (bits - 1))) * d;
        };
        for (int i = 0; i < 16; ++i) {
            out[i] = value(p[kNibbles + i] & 15, i);
            out[i + 16] = value(p[kNibbles + i] >> 4, i + 16);
        }
    }
};

// Q4_K and Q5_K.
template <int bits>
struct Nested {
    static constexpr int64_t kFifth = 16, kNibbles = kFifth + (bits == 5 ? 32 : 0);
    static constexpr int64_t kBlock = 256, kBytes = kNibbles + 128;
    static void decode(const uint8_t* p, float* out) {
        const float d = half(p), dmin = half(p + 2);
        const uint8_t* scales = p + 4;
        for (int g = 0; g < 8; ++g, out += 32) {
            int s = scales[g] & 63, t = scales[g + 4] & 63;
            if (g >= 4) {
                s = (scales[g + 4] & 15) | (scales[g - 4] >> 6) << 4;
                t = scales[g + 4] >> 4 | (scales[g] >> 6) << 4;
            }
            const float scale = d * static_cast<float>(s), minimum = dmin * static_cast<float>(t);
            const uint8_t* nibbles = p + kNibbles + g / 2 * 32;
            for (int i = 0; i < 32; ++i) {
                int q = g % 2 == 0 ? nibbles[i] & 15 : nibbles[i] >> 4;
                if constexpr (bits == 5) q |= (p[kFifth + i] >> g & 1) << 4;
                out[i] = scale * static_cast<float>(q) - minimum;
            }
        }
    }
};

struct Q6K {
    static constexpr int64_t kBlock = 256, kBytes = 210;
    static void decode(const uint8_t* p, float* out) {
        const float d = half(p + 208);
        for (int group = 0; group < 8; ++group, out += 32) {
            const int h = group / 4, k = group % 4;
            const uint8_t *low = p + 64 * h + 32 * (k % 2), *high = p + 128 + 32 * h, *scales = p + 192 + 2 * group;
            for (int i = 0; i < 32; ++i) {
                const int q = (k < 2 ? low[i] & 15 : low[i] >> 4) | (high[i] >> 2 * k & 3) << 4;
                const float scale = d * static_cast<float>(static_cast<int8_t>(scales[i / 16]));
                out[i] = scale * static_cast<float>(q - 32);
            }
        }
    }
};

template <typename Format>
void decode_blocks(const uint8_t* p, int64_t blocks, float* out) {
    for (int64_t i = 0; i < blocks; ++i) Format::decode(p + i * Format::kBytes, out + i * Format::kBlock);
}

struct Row {
    uint32_t number;
    const char* name;
    int64_t block = 0, bytes = 0;
    void (*decode)(const uint8_t* p, int64_t blocks, float* out) = nullptr;  // null: known by name alone
};

template <typename Format>
constexpr Row readable(GgufType type, const char* name) {
    return {static_cast<uint32_t>(type), name, Format::kBlock, Format::kBytes, decode_blocks<Format>};
}

constexpr Row name_only(uint32_t number, const char* name) {
    return {number, name};
}

constexpr Row kTypes[] = {
    readable<F32>(GgufType::f32, "F32"),
    readable<F16>(GgufType::f16, "F16"),
    readable<Bf16>(GgufType::bf16, "BF16"),
    readable<Small<4, false>>(GgufType::q4_0, "Q4_0"),
    readable<Small<4, true>>(GgufType::q4_1, "Q4_1"),
    readable<Small<5, false>>(GgufType::q5_0, "Q5_0"),
    readable<Small<5, true>>(GgufType::q5_1, "Q5_1"),
    readable<Q8>(GgufType::q8_0, "Q8_0"),
    readable<Nested<4>>(GgufType::q4_k, "Q4_K"),
    readable<Nested<5>>(GgufType::q5_k, "Q5_K"),
    readable<Q6K>(GgufType::q6_k, "Q6_K"),
    name_only(4, "Q4_2"),
    name_only(5, "Q4_3"),
    name_only(9, "Q8_1"),
    name_only(10, "Q2_K"),
    name_only(11, "Q3_K"),
    name_only(15, "Q8_K"),
    name_only(16, "IQ2_XXS"),
    name_only(17, "IQ2_XS"),
    name_only(18, "IQ3_XXS"),
    name_only(19, "IQ1_S"),
    name_only(20, "IQ4_NL"),
    name_only(21, "IQ3_S"),
    name_only(22, "IQ2_S"),
    name_only(23, "IQ4_XS"),
    name_only(24, "I8"),
    name_only(25, "I16"),
    name_only(26, "I32"),
    name_only(27, "I64"),
    name_only(28, "F64"),
    name_only(29, "IQ1_M"),
    name_only(39, "MXFP4"),
};

const Row* find(uint32_t type) {
    const auto* row = std::ranges::find(kTypes, type, &Row::number);
    return row == std::end(kTypes) ? nullptr : row;
}

const Row& row_of(GgufType type) {
    const Row* row = find(static_cast<uint32_t>(type));
    CUSET_ASSERT(row != nullptr && row->decode != nullptr);
    return *row;
}

}  // namespace

bool is_readable(uint32_t type) {
    const Row* row = find(type);
    return row != nullptr && row->decode != nullptr;
}

std::string type_name(uint32_t type) {
    const Row* row = find(type);
    return row != nullptr ? row->name : fmt::format("number {}", type);
}

std::string readable_types() {
    std::vector<std::string> names;
    for (const Row& row : kTypes)
        if (row.decode != nullptr) names.emplace_back(row.name);
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

int64_t block_size(GgufType type) {
    return row_of(type).block;
}

int64_t block_bytes(GgufType type) {
    return row_of(type).bytes;
}

int64_t storage_bytes(GgufType type, int64_t count) {
    const Row& row = row_of(type);
    CUSET_ASSERT(count % row.block == 0);
    return count / row.block * row.bytes;
}

void dequantize(GgufType type, std::span<const std::byte> bytes, int64_t count, float* out) {
    CUSET_ASSERT(static_cast<int64_t>(bytes.size()) >= storage_bytes(type, count));
    const Row& row = row_of(type);
    row.decode(reinterpret_cast<const uint8_t*>(bytes.data()), count / row.block, out);
}

}  // namespace cuset::formats
