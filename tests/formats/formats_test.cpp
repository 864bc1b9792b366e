#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "../golden.h"
#include "base/error.h"
#include "formats/gguf.h"
#include "formats/half.h"

namespace cuset::formats {
namespace {

TEST(Half, KnownValues) {
    EXPECT_EQ(float_from_half(0x3c00), 1.0f);
    EXPECT_EQ(float_from_half(0xc000), -2.0f);
    EXPECT_EQ(float_from_half(0x7bff), 65504.0f);
    EXPECT_EQ(float_from_half(0x0001), std::ldexp(1.0f, -24));
    EXPECT_EQ(float_from_half(0x8001), -std::ldexp(1.0f, -24));
    EXPECT_EQ(float_from_half(0x3555), 0.333251953125f);
    EXPECT_TRUE(std::isinf(float_from_half(0x7c00)));
    EXPECT_TRUE(std::isnan(float_from_half(0x7e00)));
}

TEST(Dequantize, BlocksAsGgmlDefinesThem) {
    std::array<std::byte, 34> q8{};
    q8[1] = std::byte{0x3c};  // d = 1
    q8[2] = std::byte{0xff};  // -1
    q8[33] = std::byte{5};
    float out[32];
    dequantize(GgufType::q8_0, q8, 32, out);
    EXPECT_EQ(out[0], -1);
    EXPECT_EQ(out[31], 5);
    std::array<std::byte, 20> q4{};
    q4[1] = std::byte{0x40}, q4[3] = std::byte{0xbc};  // d = 2, m = -1
    q4[4] = std::byte{0x5a};
    dequantize(GgufType::q4_1, q4, 32, out);
    EXPECT_EQ(out[0], 2 * 10 - 1);
    EXPECT_EQ(out[16], 2 * 5 - 1);
    EXPECT_EQ(out[1], -1);
}

// Every prefix of a real file's beginning, and single damaged bytes of it, must be refused or read, never crash.
TEST(Gguf, DamagedFilesAreRefused) {
    const TemporaryDirectory directory;
    const std::string whole = read_file(builtin_model()).substr(0, 3000);
    const auto path = directory.path() / "m.gguf";
    for (size_t length = 1; length < whole.size(); length += 97) {
        write_file(path, whole.substr(0, length));
        EXPECT_THROW(Gguf{path}, UserError) << length;
    }
    for (size_t at = 0; at < 400; ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0xff);
        write_file(path, bytes);
        EXPECT_THROW(Gguf{path}, UserError) << at;
    }
}

}  // namespace
}  // namespace cuset::formats
