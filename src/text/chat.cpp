#include "text/chat.h"

#include "base/error.h"
#include "base/values.h"

namespace cuset::text {

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
            chat.begin.push_back(segment.offset + token.begin);
            chat.end.push_back(segment.offset + token.end);
            chat.message.push_back(segment.message);
        }
    }
    flush();
    return chat;
}

}  // namespace cuset::text
