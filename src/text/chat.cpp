#include "text/chat.h"

#include "base/error.h"
#include "base/values.h"

namespace cuset::text {
namespace {

constexpr const char* kSmollm2 =
    "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}{{ '<|im_start|>system\n"
    "You are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
    "' }}{% endif %}{{'<|im_start|>' + message['role'] + '\n"
    "' + message['content'] + '<|im_end|>' + '\n"
    "'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n"
    "' }}{% endif %}";

std::vector<Segment> render_chatml(const std::vector<Message>& messages, bool add_generation_prompt) {
    std::vector<Segment> segments;
    for (size_t i = 0; i < messages.size(); ++i) {
        const Message& message = messages[i];
        segments.push_back({"<|im_start|>" + message.role + "\n", true, false, -1});
        segments.push_back({message.content, false, message.train, static_cast<int>(i)});
        segments.push_back({"<|im_end|>", true, message.train, -1});
        segments.push_back({"\n", true, false, -1});
    }
    if (add_generation_prompt) segments.push_back({"<|im_start|>assistant\n", true, false, -1});
    return segments;
}

std::vector<Segment> render_smollm2(const std::vector<Message>& messages, bool add_generation_prompt) {
    std::vector<Segment> segments;
    const bool own_system = !messages.empty() && messages[0].role == "system";
    if (!messages.empty() && !own_system)
        segments.push_back(
            {"<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging "
             "Face<|im_end|>\n",
             true, false, -1});
    for (auto& segment : render_chatml(messages, add_generation_prompt)) segments.push_back(std::move(segment));
    return segments;
}

}  // namespace

const std::vector<ChatTemplate>& chat_templates() {
    static const std::vector<ChatTemplate> table{
        {"smollm2", "ChatML with SmolLM2's default system prompt", kSmollm2, render_smollm2},
        {"chatml", "<|im_start|>role ... <|im_end|>, no default system prompt", nullptr, render_chatml},
    };
    return table;
}

std::vector<std::string> chat_template_names() {
    std::vector<std::string> names{"auto"};
    for (const auto& candidate : chat_templates()) names.push_back(candidate.name);
    return names;
}

const ChatTemplate& find_chat_template(const std::string& name, const std::string& model_template,
                                       const std::string& model_path) {
    for (const auto& candidate : chat_templates())
        if (name == candidate.name ||
            (name == "auto" && candidate.source != nullptr && model_template == candidate.source))
            return candidate;
    if (name != "auto")
        user_error("chat template \"{}\" is not known; use {}", name, alternatives(chat_template_names()));
    user_error(
        "{}: its chat template is not one that is known; choose one of {} by data.template=NAME or --template NAME",
        model_path, alternatives(chat_template_names()));
}

EncodedChat encode_chat(const Tokenizer& tokenizer, const std::vector<Segment>& segments) {
    EncodedChat chat;
    std::vector<Piece> context;
    const auto flush = [&] {
        for (const Token& token : tokenizer.encode(context)) {
            chat.tokens.push_back(token.id);
            chat.loss.push_back(false);
            chat.begin.push_back(0);
            chat.end.push_back(0);
            chat.message.push_back(-1);
        }
        context.clear();
    };
    for (const Segment& segment : segments) {
        if (!segment.loss) {
            context.push_back({segment.text, segment.from_template});
            continue;
        }
        flush();
        for (const Token& token : tokenizer.encode(segment.text, segment.from_template)) {
            chat.tokens.push_back(token.id);
            chat.loss.push_back(true);
            chat.begin.push_back(token.begin);
            chat.end.push_back(token.end);
            chat.message.push_back(segment.message);
        }
    }
    flush();
    return chat;
}

}  // namespace cuset::text
