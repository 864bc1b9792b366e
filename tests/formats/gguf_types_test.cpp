#include "formats/gguf_types.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "../golden.h"
#include "base/error.h"
#include "formats/gguf.h"

namespace cuset::formats {
namespace {

using testing::HasSubstr;

std::vector<std::byte> from_hex(const std::string& hex) {
    std::vector<std::byte> bytes;
    for (size_t i = 0; i < hex.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    return bytes;
}

TEST(GgufTypes, GoldenBlocks) {
    const auto types = nlohmann::json::parse(read_file(golden("gguf_types.json"))).at("types");
    EXPECT_EQ(types.size(), 11u);
    for (const auto& [name, golden_type] : types.items()) {
        const uint32_t number = golden_type.at("number").get<uint32_t>();
        ASSERT_TRUE(is_readable(number)) << name;
        EXPECT_EQ(type_name(number), name);
        const auto type = static_cast<GgufType>(number);
        const auto bytes = from_hex(golden_type.at("bytes").get<std::string>());
        const auto expected = golden_type.at("values").get<std::vector<float>>();
        const auto count = static_cast<int64_t>(expected.size());
        ASSERT_EQ(storage_bytes(type, count), static_cast<int64_t>(bytes.size())) << name;
        std::vector<float> out(expected.size());
        dequantize(type, bytes, count, out.data());
        float largest = 0;
        for (const float value : expected) largest = std::max(largest, std::abs(value));
        // A compiler may contract d * q + m into one rounding.
        for (size_t i = 0; i < out.size(); ++i)
            ASSERT_NEAR(out[i], expected[i], 1e-6f * largest) << name << ", element " << i;
    }
}

TEST(GgufTypes, NamesOfAllTypes) {
    EXPECT_EQ(readable_types(), "F32, F16, BF16, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q4_K, Q5_K and Q6_K");
    EXPECT_EQ(type_name(10), "Q2_K");
    EXPECT_EQ(type_name(999), "number 999");
    EXPECT_FALSE(is_readable(10));
    EXPECT_FALSE(is_readable(999));
}

struct Entry {
    std::string name;
    std::vector<uint64_t> extents;  // innermost first, as in the file
    uint32_t type;
    uint64_t offset;
};

class GgufTensors : public testing::Test {
   protected:
    // A file without metadata and with `data` zero bytes of tensors.
    Gguf open(const std::vector<Entry>& entries, size_t data) {
        std::string bytes = "GGUF";
        const auto put = [&]<typename T>(T value) {
            bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
        };
        put(uint32_t{3}), put(uint64_t{entries.size()}), put(uint64_t{0});
        for (const Entry& entry : entries) {
            put(uint64_t{entry.name.size()}), bytes += entry.name;
            put(static_cast<uint32_t>(entry.extents.size()));
            for (const uint64_t extent : entry.extents) put(extent);
            put(entry.type), put(entry.offset);
        }
        bytes.resize((bytes.size() + 31) / 32 * 32 + data);
        write_file(directory_.path() / "m.gguf", bytes);
        return Gguf(directory_.path() / "m.gguf");
    }
    std::string refusal(const std::vector<Entry>& entries, size_t data) {
        try {
            open(entries, data);
        } catch (const UserError& error) {
            return error.what();
        }
        return "accepted";
    }

   private:
    TemporaryDirectory directory_;
};

TEST_F(GgufTensors, AdjacentAndEmptyOnesAreAccepted) {
    EXPECT_EQ(refusal({{"b", {8}, 0, 32}, {"a", {8}, 0, 0}, {"empty", {0}, 0, 32}, {"scalar", {}, 0, 64}}, 68),
              "accepted");
}

TEST_F(GgufTensors, RowsThatAreNoWholeBlocksAreRefused) {
    EXPECT_EQ(refusal({{"w", {32, 2}, 2, 0}}, 36), "accepted");
    EXPECT_THAT(refusal({{"w", {16, 2}, 2, 0}}, 999), HasSubstr("tensor \"w\" has rows of 16 elements"));
    EXPECT_THAT(refusal({{"w", {128, 2}, 12, 0}}, 999), HasSubstr("no whole Q4_K blocks of 256"));
    EXPECT_THAT(refusal({{"w", {}, 8, 0}}, 999), HasSubstr("tensor \"w\" has rows of 1 elements"));
}

TEST_F(GgufTensors, MisalignedOverlappingAndTruncatedOnesAreRefused) {
    EXPECT_THAT(refusal({{"w", {8}, 0, 4}}, 99), HasSubstr("tensor \"w\" begins at offset 4"));
    EXPECT_THAT(refusal({{"v", {9}, 0, 0}, {"w", {8}, 0, 32}}, 99), HasSubstr("tensors \"v\" and \"w\" overlap"));
    EXPECT_THAT(refusal({{"w", {8}, 0, 0}, {"v", {8}, 10, 0}}, 99), HasSubstr("overlap"));
    EXPECT_THAT(refusal({{"w", {8}, 0, 32}}, 63), HasSubstr("tensor \"w\" lies outside the file"));
    EXPECT_THAT(refusal({{"w", {uint64_t{1} << 62}, 0, 0}}, 64), HasSubstr("tensor \"w\" lies outside the file"));
}

TEST_F(GgufTensors, UnreadableTypesAreRefusedWhenRead) {
    const Gguf file = open({{"w", {256}, 10, 0}}, 84);
    float out[256];
    try {
        file.read("w", {256}, out);
        FAIL();
    } catch (const UserError& error) {
        EXPECT_THAT(error.what(), HasSubstr("is of type Q2_K; " + readable_types() + " can be read"));
    }
}

}  // namespace
}  // namespace cuset::formats
