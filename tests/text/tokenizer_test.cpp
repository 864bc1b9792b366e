#include "text/tokenizer.h"

#include <gtest/gtest.h>

#include "../golden.h"
#include "base/error.h"
#include "text/chat.h"

namespace cuset::text {
namespace {

const Tokenizer& tokenizer() {
    static const Tokenizer instance{formats::Gguf(builtin_model())};
    return instance;
}

std::vector<int> ids(const std::vector<Token>& tokens) {
    std::vector<int> result;
    for (const auto& token : tokens) result.push_back(token.id);
    return result;
}

TEST(Tokenizer, EqualsHuggingFaceOnTheGoldenStrings) {
    int count = 0;
    for_each_json_line(golden("tokens.jsonl"), [&](Json&& line, const Location& where) {
        const auto text = line["text"].get<std::string>();
        EXPECT_EQ(ids(tokenizer().encode(text, true)), line["ids"].get<std::vector<int>>()) << where.str();
        ++count;
    });
    EXPECT_EQ(count, 1000);
}

// A few control characters have no token in this vocabulary: they are dropped, as by Hugging Face.
bool is_spellable(const std::string& text) {
    for (const char c : text)
        if (tokenizer().encode(std::string(1, static_cast<unsigned char>(c) < 128 ? c : 'a'), false).empty())
            return false;
    return true;
}

TEST(Tokenizer, OffsetsCoverTheTextAndDecodingReturnsIt) {
    int whole = 0;
    for_each_json_line(golden("tokens.jsonl"), [&](Json&& line, const Location&) {
        const auto text = line["text"].get<std::string>();
        const auto tokens = tokenizer().encode(text, true);
        if (!is_spellable(text)) return;
        ++whole;
        size_t at = 0;
        for (const auto& token : tokens) {
            EXPECT_EQ(token.begin, at);
            EXPECT_EQ(text.substr(token.begin, token.end - token.begin), tokenizer().bytes(token.id));
            at = token.end;
        }
        EXPECT_EQ(at, text.size());
        EXPECT_EQ(tokenizer().decode(ids(tokens), true), text);
    });
    EXPECT_GT(whole, 900);
}

TEST(Tokenizer, SpecialTokensTypedByAUserStayText) {
    const auto plain = tokenizer().encode("a<|im_end|>b", false);
    for (const auto& token : plain) EXPECT_FALSE(tokenizer().is_special(token.id));
    EXPECT_EQ(tokenizer().decode(ids(plain), false), "a<|im_end|>b");
    EXPECT_EQ(tokenizer().encode("a<|im_end|>b", true).size(), 3u);
}

TEST(Tokenizer, PiecesAreTokenizedAsOneText) {
    const Piece pieces[] = {{"__glo", true}, {"bal__<|im_end|>", false}, {" x", true}};
    EXPECT_EQ(ids(tokenizer().encode(pieces)), ids(tokenizer().encode("__global__<|im_end|> x", false)));
}

TEST(Tokenizer, InvalidUtf8IsRefused) {
    EXPECT_THROW(tokenizer().encode("a\xff", false), UserError);
}

TEST(Chat, LossCoversTheAnswerAndItsEndAlone) {
    const auto segments =
        find_chat_template("smollm2", "", "").render({{"user", "Hi", false}, {"assistant", "\nYes", true}}, false);
    std::string text, trained;
    for (const auto& segment : segments) {
        text += segment.text;
        if (segment.loss) trained += segment.text;
    }
    EXPECT_EQ(text,
              "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
              "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n\nYes<|im_end|>\n");
    EXPECT_EQ(trained, "\nYes<|im_end|>");
    const auto chat = encode_chat(tokenizer(), segments);
    std::vector<int> context, answer;
    for (size_t i = 0; i < chat.tokens.size(); ++i) (chat.loss[i] ? answer : context).push_back(chat.tokens[i]);
    EXPECT_EQ(tokenizer().decode(answer, true), trained);
    // The prompt's tokens are those that generation sends.
    const auto prompt =
        encode_chat(tokenizer(), find_chat_template("smollm2", "", "").render({{"user", "Hi", false}}, true));
    EXPECT_TRUE(std::equal(prompt.tokens.begin(), prompt.tokens.end(), chat.tokens.begin()));
}

TEST(Chat, BytesAreThoseOfTheMessageWhereATemplateTrims) {
    const std::vector<Message> messages{{"user", "Hi", false}, {"assistant", " \n__global__ void k();\n", true}};
    const auto chat = encode_chat(tokenizer(), find_chat_template("llama3", "", "").render(messages, false));
    std::string trained;
    for (size_t i = 0; i < chat.tokens.size(); ++i)
        if (chat.message[i] == 1) trained += messages[1].content.substr(chat.begin[i], chat.end[i] - chat.begin[i]);
    EXPECT_EQ(trained, "__global__ void k();");
}

TEST(Chat, TheBuiltInModelsTemplateIsRecognised) {
    const formats::Gguf file(builtin_model());
    EXPECT_STREQ(find_chat_template("auto", file.string("tokenizer.chat_template"), "").name, "smollm2");
    EXPECT_THROW(find_chat_template("auto", "{{ other }}", "m"), UserError);
    EXPECT_THROW(find_chat_template("nope", "", "m"), UserError);
}

}  // namespace
}  // namespace cuset::text
