#include "dataset/example.h"

#include <gtest/gtest.h>

#include "../golden.h"
#include "base/error.h"

namespace cuset::dataset {
namespace {

const text::Tokenizer& tokenizer() {
    static const text::Tokenizer instance{formats::Gguf(builtin_model())};
    return instance;
}

const std::string kAnswer =
    "It's here:\n```cuda\n__global__ void k(float* x) {\n    x[threadIdx.x] = 0;\n}\n"
    "void launch(float* x) {\n    k<<<1, 32>>>(x);\n}\n```";

Record record(const std::string& answer) {
    return {"r", {{"user", "Zero x. It's __global__ <|im_end|>", false}, {"assistant", answer, true}}, 1, {"f", 1}};
}

Examples make(const std::string& answer, const ExampleOptions& options) {
    return make_examples({record(answer)}, tokenizer(), text::find_chat_template("smollm2", "", ""), options);
}

std::string text_where(const Example& e, const std::vector<uint8_t>& mask) {
    std::vector<int> ids;
    for (size_t r = 0; r < e.rows.size(); ++r)
        if (mask[r] != 0) ids.push_back(static_cast<int>(e.target(r)));
    return tokenizer().decode(ids, true);
}

// Tokens that are white space alone are in no span.
std::string without_space(std::string text) {
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

TEST(Examples, TargetsAreTheAnswerAndItsEnd) {
    const Example e = make(kAnswer, {}).list.at(0);
    EXPECT_EQ(text_where(e, std::vector<uint8_t>(e.rows.size(), 1)), kAnswer + "<|im_end|>");
    EXPECT_EQ(text_where(e, e.end_of_turn), "<|im_end|>");
    EXPECT_EQ(e.rows.back() + 2, static_cast<int64_t>(e.tokens.size()));
}

TEST(Examples, CudaMaskIsKernelsAndLaunches) {
    const Example paper = make(kAnswer, {}).list.at(0);
    const std::string marked = without_space(text_where(paper, paper.cuda));
    EXPECT_TRUE(marked.starts_with("__global__voidk(float*x){x[threadIdx.x]=0;}")) << marked;
    EXPECT_NE(marked.find("k<<<1,32>>>(x);"), std::string::npos) << marked;
    EXPECT_EQ(marked.find("voidlaunch"), std::string::npos) << marked;
    EXPECT_EQ(marked.find("It"), std::string::npos) << marked;
    ExampleOptions options;
    options.cuda_spans = "extended";
    const Example extended = make(kAnswer, options).list.at(0);
    EXPECT_NE(without_space(text_where(extended, extended.cuda)).find("voidlaunch(float*x)"), std::string::npos);
    EXPECT_EQ(text_where(paper, paper.launch).find("threadIdx"), std::string::npos);
}

TEST(Examples, OverLongRecords) {
    ExampleOptions options;
    options.max_length = 60;
    EXPECT_EQ(make(kAnswer, options).dropped, 1);
    options.over_long = OverLong::error;
    EXPECT_THROW(make(kAnswer, options), UserError);
    options.over_long = OverLong::cut;
    const Examples cut = make(kAnswer, options);
    ASSERT_EQ(cut.cut, 1);
    EXPECT_EQ(cut.list[0].tokens.size(), 60u);
    EXPECT_EQ(text_where(cut.list[0], cut.list[0].end_of_turn), "");
    EXPECT_EQ(cut.list[0].rows.back(), 58);
    options.max_length = 10;  // inside the prompt
    EXPECT_EQ(make(kAnswer, options).dropped, 1);
}

TEST(Examples, PromptTokensAreTheExamplesBeginning) {
    const Example e = make(kAnswer, {}).list.at(0);
    auto messages = record(kAnswer).messages;
    messages.pop_back();
    const auto prompt = prompt_tokens(messages, tokenizer(), text::find_chat_template("smollm2", "", ""));
    ASSERT_EQ(static_cast<int64_t>(prompt.size()), e.rows.front() + 1);
    EXPECT_TRUE(std::equal(prompt.begin(), prompt.end(), e.tokens.begin()));
}

TEST(Records, BothFormsAndTheirErrors) {
    const TemporaryDirectory directory;
    const auto path = directory.path() / "r.jsonl";
    write_file(
        path,
        "{\"id\": \"a\", \"prompt\": \"p\", \"response\": \"r\", \"weight\": 2}\n"
        "{\"messages\": [{\"role\": \"user\", \"content\": \"p\"}, {\"role\": \"assistant\", \"content\": \"r\"}]}\n");
    const auto records = read_records(path, "Be brief.");
    ASSERT_EQ(records.size(), 2u);
    EXPECT_EQ(records[0].weight, 2);
    EXPECT_EQ(records[1].messages[0].role, "system");
    EXPECT_TRUE(records[1].messages[2].train);
    for (const char* bad : {"{\"prompt\": 1, \"response\": \"r\"}", "{\"prompt\": \"p\"}", "{\"messages\": []}",
                            "{\"prompt\": \"p\", \"response\": \"r\", \"weight\": -1}",
                            "{\"messages\": [{\"role\": \"robot\", \"content\": \"p\"}]}"}) {
        write_file(path, bad);
        EXPECT_THROW(read_records(path, ""), UserError) << bad;
    }
}

}  // namespace
}  // namespace cuset::dataset
