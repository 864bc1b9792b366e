#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../golden.h"
#include "base/error.h"
#include "text/tokenizer.h"

namespace cuset::text {
namespace {

std::vector<int> ids_of(const std::vector<Token>& tokens) {
    std::vector<int> ids;
    for (const Token& token : tokens) ids.push_back(token.id);
    return ids;
}

// scripts/make_golden_tokenizer.py: ids by Hugging Face's tokenizers.
TEST(TokenizerJson, IdsAreHuggingFaces) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "tokenizer.json";
    const Json cases = Json::parse(read_file(golden("tokenizers.json")));
    for (const Json& example : cases) {
        SCOPED_TRACE(example.at("name").get<std::string>());
        write_file(path, example.at("tokenizer").dump());
        const Tokenizer tokenizer = Tokenizer::from_json(path);
        for (size_t i = 0; i < example.at("texts").size(); ++i) {
            const std::string text = example.at("texts")[i];
            const auto tokens = tokenizer.encode(text, true);
            EXPECT_EQ(ids_of(tokens), example.at("ids")[i].get<std::vector<int>>()) << "\"" << text << "\"";
            for (const Token& token : tokens) {
                if (tokenizer.bytes(token.id)[0] == '<') continue;  // added ones may have taken spaces along
                EXPECT_EQ(text.substr(token.begin, token.end - token.begin), tokenizer.bytes(token.id));
            }
        }
    }
}

TEST(TokenizerJson, OtherComponentsAreRefusedByName) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "tokenizer.json";
    const Json good = Json::parse(read_file(golden("tokenizers.json")))[0].at("tokenizer");
    const auto refusal = [&](const char* pointer, const Json& value) -> std::string {
        Json changed = good;
        changed[Json::json_pointer(pointer)] = value;
        write_file(path, changed.dump());
        try {
            Tokenizer::from_json(path);
        } catch (const UserError& error) {
            return error.what();
        }
        return "no error";
    };
    using testing::HasSubstr;
    EXPECT_EQ(refusal("/normalizer", Json::parse(R"({"type":"Sequence","normalizers":[]})")), "no error");
    EXPECT_THAT(refusal("/normalizer", {{"type", "Lowercase"}}), HasSubstr("normalizer Lowercase"));
    EXPECT_THAT(refusal("/pre_tokenizer", {{"type", "Metaspace"}}), HasSubstr("pre_tokenizer: Metaspace"));
    EXPECT_THAT(refusal("/pre_tokenizer", nullptr), HasSubstr("has no ByteLevel"));
    EXPECT_THAT(refusal("/decoder", {{"type", "WordPiece"}}), HasSubstr("decoder WordPiece"));
    EXPECT_THAT(refusal("/model/type", "Unigram"), HasSubstr("model Unigram"));
    EXPECT_THAT(refusal("/model/byte_fallback", true), HasSubstr("model.byte_fallback"));
    EXPECT_THAT(refusal("/model/vocab/a", 1 << 30), HasSubstr("too large"));
    EXPECT_THAT(refusal("/model/vocab/a", -3), HasSubstr("negative"));
    EXPECT_THAT(refusal("/model/merges/0", "a b c"), HasSubstr("not two tokens"));
    EXPECT_THAT(refusal("/model/merges", 3), testing::Ne("no error"));
    EXPECT_THAT(refusal("/model", Json::object()), HasSubstr("not what tokenizer.json defines"));
}

}  // namespace
}  // namespace cuset::text
