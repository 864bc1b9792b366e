#include "text/chat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "../golden.h"
#include "base/error.h"

namespace cuset::text {
namespace {

// What ends an assistant's turn in each template.
const std::map<std::string, std::string> kEnds{{"smollm2", "<|im_end|>"},
                                               {"chatml", "<|im_end|>"},
                                               {"qwen2.5", "<|im_end|>"},
                                               {"llama3", "<|eot_id|>"},
                                               {"deepseek-coder", "\n<|EOT|>"},
                                               {"alpaca", "</s>"},
                                               {"plain", ""}};

std::string joined(const std::vector<Segment>& segments) {
    std::string text;
    for (const auto& segment : segments) text += segment.text;
    return text;
}

std::vector<Message> messages_of(const Json& json) {
    std::vector<Message> messages;
    for (const auto& message : json) {
        const auto role = message["role"].get<std::string>();
        messages.push_back({role, message["content"].get<std::string>(), role == "assistant"});
    }
    return messages;
}

TEST(ChatTemplates, EqualJinjaOnTheGoldenConversations) {
    const auto file = read_json(golden("chat_templates.json"));
    EXPECT_EQ(file["cases"].size(), 12u);
    for (const auto& one : file["cases"]) {
        const auto messages = messages_of(one["messages"]);
        EXPECT_EQ(one["rendered"].size(), chat_templates().size());
        for (const auto& candidate : chat_templates())
            for (const bool prompt : {false, true})
                EXPECT_EQ(joined(candidate.render(messages, prompt)),
                          one["rendered"][candidate.name][prompt ? 1 : 0].get<std::string>())
                    << candidate.name << " " << one["messages"].dump();
    }
}

TEST(ChatTemplates, LossIsOnTrainedContentsAndTheirEnds) {
    const auto file = read_json(golden("chat_templates.json"));
    for (const auto& one : file["cases"]) {
        auto messages = messages_of(one["messages"]);
        for (const auto& candidate : chat_templates()) {
            SCOPED_TRACE(std::string(candidate.name) + " " + one["messages"].dump());
            const std::string end = kEnds.at(candidate.name);
            const auto segments = candidate.render(messages, true);
            size_t contents = 0;
            for (size_t i = 0; i < segments.size(); ++i) {
                const auto& segment = segments[i];
                EXPECT_EQ(segment.from_template, segment.message < 0);
                if (segment.message < 0) continue;
                const auto& message = messages[static_cast<size_t>(segment.message)];
                ++contents;
                EXPECT_EQ(segment.loss, message.train);
                EXPECT_EQ(segment.text, message.content.substr(segment.offset, segment.text.size()));
                if (!message.train || end.empty()) continue;
                ASSERT_LT(i + 1, segments.size());
                EXPECT_TRUE(segments[i + 1].from_template && segments[i + 1].loss);
                EXPECT_EQ(segments[i + 1].text, end);
            }
            EXPECT_EQ(contents, messages.size());
            size_t losses = 0, trained = 0;
            for (const auto& segment : segments) losses += segment.loss;
            for (const auto& message : messages) trained += message.train;
            EXPECT_EQ(losses, trained * (end.empty() ? 1 : 2));
        }
        for (auto& message : messages) message.train = false;
        for (const auto& candidate : chat_templates())
            for (const auto& segment : candidate.render(messages, false)) EXPECT_FALSE(segment.loss) << candidate.name;
    }
}

TEST(ChatTemplates, RolesThatATemplateDoesNotHaveAreRefused) {
    const auto refusal = [](const ChatTemplate& candidate, const std::vector<Message>& messages) -> std::string {
        try {
            candidate.render(messages, true);
        } catch (const UserError& error) {
            return error.what();
        }
        return "";
    };
    for (const auto& candidate : chat_templates())
        EXPECT_THAT(refusal(candidate, {{"user", "a"}, {"tool", "b"}}),
                    testing::AllOf(testing::HasSubstr("\"tool\""), testing::HasSubstr(candidate.name)));
    EXPECT_THAT(refusal(find_chat_template("alpaca", "", ""), {{"user", "a"}, {"system", "b"}}),
                testing::HasSubstr("\"system\""));
}

}  // namespace
}  // namespace cuset::text
