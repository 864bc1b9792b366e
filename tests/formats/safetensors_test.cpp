#include "formats/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "../golden.h"
#include "base/error.h"

namespace cuset::formats {
namespace {

using testing::HasSubstr;

void write_raw(const std::filesystem::path& path, const std::string& header, const std::string& data) {
    const uint64_t length = header.size();
    std::string bytes(8, '\0');
    std::memcpy(bytes.data(), &length, 8);
    write_file(path, bytes + header + data);
}

template <typename Function>
std::string message_of(Function function) {
    try {
        function();
    } catch (const UserError& error) {
        return error.what();
    }
    return "no error";
}

TEST(Safetensors, WhatIsWrittenIsReadBack) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "t.safetensors";
    const std::vector<float> a{1, 2, 3, 4, 5, 6}, b{-1};
    write_safetensors(path, {{"a", {2, 3}, a.data()}, {"b", {1}, b.data()}}, {{"format", "pt"}});
    const Safetensors file(path);
    std::vector<float> got(6);
    file.read("a", {2, 3}, got.data());
    EXPECT_EQ(got, a);
    EXPECT_THROW(file.read("a", {3, 2}, got.data()), UserError);
    EXPECT_THROW(file.read("c", {1}, got.data()), UserError);
}

TEST(Safetensors, SixteenBitFloatsAreReadExactlyAtAnyAlignment) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "t.safetensors";
    // -1.5 and 3.140625 as bf16, then -1.5 and 65504 as fp16; the byte in front makes both odd.
    write_raw(path,
              R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},)"
              R"("b":{"dtype":"BF16","shape":[2],"data_offsets":[1,5]},)"
              R"("h":{"dtype":"F16","shape":[2,1],"data_offsets":[5,9]},)"
              R"("e":{"dtype":"F32","shape":[0],"data_offsets":[9,9]}})",
              std::string("x\xc0\xbf\x49\x40\x00\xbe\xff\x7b", 9));
    const Safetensors file(path);
    float out[2];
    file.read("b", {2}, out);
    EXPECT_EQ(out[0], -1.5f);
    EXPECT_EQ(out[1], 3.140625f);
    file.read("h", {2, 1}, out);
    EXPECT_EQ(out[0], -1.5f);
    EXPECT_EQ(out[1], 65504.0f);
    EXPECT_NO_THROW(file.read("e", {0}, out));
    EXPECT_THAT(message_of([&] { file.read("a", {1}, out); }), HasSubstr("\"a\" is U8; F32, F16 and BF16"));
}

TEST(Safetensors, EightBitFloatsAreRefusedByName) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "t.safetensors";
    write_raw(path, R"({"a":{"dtype":"F8_E4M3","shape":[2],"data_offsets":[0,2]}})", "xx");
    float out[2];
    EXPECT_THAT(message_of([&] { Safetensors(path).read("a", {2}, out); }), HasSubstr("\"a\" is F8_E4M3;"));
}

TEST(Safetensors, DamagedFilesAreRefused) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "t.safetensors";
    const auto refusal = [&](const std::string& header, size_t data) {
        write_raw(path, header, std::string(data, 'x'));
        return message_of([&] { Safetensors file(path); });
    };
    const auto one = [](const std::string& dtype, const std::string& shape, const std::string& offsets) {
        return R"({"a":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets + "}}";
    };
    EXPECT_EQ(refusal(one("F32", "[2]", "[0,8]"), 8), "no error");
    EXPECT_EQ(refusal("{}", 0), "no error");
    EXPECT_THAT(refusal(one("F32", "[2]", "[0,8]"), 7), HasSubstr("\"a\": its bytes do not fit"));
    EXPECT_THAT(refusal(one("F32", "[2]", "[0,8]"), 9), HasSubstr("1 bytes belong to no tensor"));
    EXPECT_THAT(refusal(one("F32", "[3]", "[0,8]"), 8), HasSubstr("\"a\": its bytes do not fit"));
    EXPECT_THAT(refusal(one("F32", "[2]", "[8,0]"), 8), HasSubstr("\"a\": its bytes do not fit"));
    EXPECT_THAT(refusal(one("F32", "[2]", "[4,12]"), 12), HasSubstr("\"a\" does not begin where"));
    EXPECT_THAT(refusal(one("F32", "[-2]", "[0,8]"), 8), HasSubstr("-2 is no size"));
    EXPECT_THAT(refusal(one("F32", "[2.0]", "[0,8]"), 8), HasSubstr("2.0 is no size"));
    EXPECT_THAT(refusal(one("F32", "[2]", "[-8,0]"), 8), HasSubstr("-8 is no size"));
    EXPECT_THAT(refusal(one("F32", "[4294967296,4294967296]", "[0,8]"), 8), HasSubstr("impossible shape"));
    EXPECT_THAT(refusal(one("F32", "[4611686018427387904]", "[0,8]"), 8), HasSubstr("impossible shape"));
    EXPECT_THAT(refusal(one("Q9", "[2]", "[0,8]"), 8), HasSubstr("dtype \"Q9\" is not known"));
    EXPECT_THAT(refusal(one("F32", "[2]", "[0]"), 8), HasSubstr("header is not what safetensors defines"));
    EXPECT_THAT(refusal("{\"a\":", 8), HasSubstr("header is not what safetensors defines"));
    EXPECT_THAT(refusal("[]", 0), HasSubstr("not a JSON object"));
    const char* b = R"({"dtype":"F32","shape":[2],"data_offsets":)";
    EXPECT_THAT(refusal(std::string(R"({"a":)") + b + R"([0,8]},"b":)" + b + "[4,12]}}", 12),
                HasSubstr("\"b\" overlaps another"));
    EXPECT_THAT(refusal(std::string(R"({"a":)") + b + R"([0,8]},"a":)" + b + "[8,16]}}", 16),
                HasSubstr("\"a\" appears twice"));
}

TEST(SafetensorsDirectory, OneFileOrShardsByTheirIndex) {
    const TemporaryDirectory directory;
    const auto& path = directory.path();
    EXPECT_THAT(message_of([&] { SafetensorsDirectory files(path); }), HasSubstr("has neither model.safetensors nor"));
    const std::vector<float> a{1, 2}, b{3};
    float out[2];
    write_safetensors(path / "model.safetensors", {{"a", {2}, a.data()}}, {});
    EXPECT_THAT(SafetensorsDirectory(path).names(), testing::ElementsAre("a"));

    write_safetensors(path / "x-1.safetensors", {{"a", {2}, a.data()}}, {});
    const auto index = [&](const std::string& map) {
        write_file(path / "model.safetensors.index.json", R"({"weight_map":)" + map + "}");
        return message_of([&] { SafetensorsDirectory files(path); });
    };
    const std::string both = R"({"a":"x-1.safetensors","b":"x-2.safetensors"})";
    EXPECT_THAT(index(both), HasSubstr("names the shard \"x-2.safetensors\", which is missing"));
    write_safetensors(path / "x-2.safetensors", {{"b", {1}, b.data()}}, {});
    EXPECT_EQ(index(both), "no error");
    const SafetensorsDirectory files(path);
    EXPECT_THAT(files.names(), testing::ElementsAre("a", "b"));
    files.read("a", {2}, out);
    EXPECT_EQ(out[1], 2.0f);
    files.read("b", {1}, out);
    EXPECT_EQ(out[0], 3.0f);
    EXPECT_THAT(message_of([&] { files.read("c", {1}, out); }), HasSubstr("\"c\" is missing"));
    EXPECT_THAT(index(R"({"a":"x-2.safetensors"})"), HasSubstr("which lacks it"));
    EXPECT_THAT(index(R"({"a":"../x-1.safetensors"})"), HasSubstr("no file of the directory"));
    EXPECT_THAT(index(R"({"a":3})"), HasSubstr("is not an index of shards"));
}

}  // namespace
}  // namespace cuset::formats
