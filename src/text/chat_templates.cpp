// The table of chat templates and what renders them. scripts/make_golden_chat.py has the same formats in Jinja.
#include <string_view>

#include "base/error.h"
#include "text/chat.h"

namespace cuset::text {
namespace {

constexpr const char* kSmollm2 =
    "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}{{ '<|im_start|>system\n"
    "You are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
    "' }}{% endif %}{{'<|im_start|>' + message['role'] + '\n"
    "' + message['content'] + '<|im_end|>' + '\n"
    "'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n"
    "' }}{% endif %}";

void add_template(std::vector<Segment>& segments, std::string text, bool loss = false) {
    segments.push_back({std::move(text), true, loss, -1});
}

void add_content(std::vector<Segment>& segments, const std::vector<Message>& messages, size_t i) {
    segments.push_back({messages[i].content, false, messages[i].train, static_cast<int>(i)});
}

// The templates know these three; what some models do with others (tools, ...) is not rendered.
void check_roles(const char* name, const std::vector<Message>& messages) {
    for (const Message& message : messages)
        if (message.role != "system" && message.role != "user" && message.role != "assistant")
            user_error("chat template \"{}\" has no role \"{}\"; use system, user or assistant", name, message.role);
}

bool begins_with_system(const std::vector<Message>& messages) {
    return !messages.empty() && messages[0].role == "system";
}

// ChatML; `system` is said where the conversation does not begin with a system message, unless it is null.
std::vector<Segment> chatml(const char* name, const char* system, const std::vector<Message>& messages,
                            bool add_generation_prompt) {
    check_roles(name, messages);
    std::vector<Segment> segments;
    if (system != nullptr && !messages.empty() && !begins_with_system(messages))
        add_template(segments, std::string("<|im_start|>system\n") + system + "<|im_end|>\n");
    for (size_t i = 0; i < messages.size(); ++i) {
        add_template(segments, "<|im_start|>" + messages[i].role + "\n");
        add_content(segments, messages, i);
        add_template(segments, "<|im_end|>", messages[i].train);
        add_template(segments, "\n");
    }
    if (add_generation_prompt) add_template(segments, "<|im_start|>assistant\n");
    return segments;
}

std::vector<Segment> render_chatml(const std::vector<Message>& messages, bool add_generation_prompt) {
    return chatml("chatml", nullptr, messages, add_generation_prompt);
}

std::vector<Segment> render_smollm2(const std::vector<Message>& messages, bool add_generation_prompt) {
    return chatml("smollm2", "You are a helpful AI assistant named SmolLM, trained by Hugging Face", messages,
                  add_generation_prompt);
}

std::vector<Segment> render_qwen25(const std::vector<Message>& messages, bool add_generation_prompt) {
    return chatml("qwen2.5", "You are Qwen, created by Alibaba Cloud. You are a helpful assistant.", messages,
                  add_generation_prompt);
}

// What Python's str.strip, and so Jinja's trim, removes, in UTF-8.
constexpr std::string_view kSpaces[] = {" ",
                                        "\t",
                                        "\n",
                                        "\v",
                                        "\f",
                                        "\r",
                                        "\x1c",
                                        "\x1d",
                                        "\x1e",
                                        "\x1f",
                                        "\xc2\x85",
                                        "\xc2\xa0",
                                        "\xe1\x9a\x80",
                                        "\xe2\x80\x80",
                                        "\xe2\x80\x81",
                                        "\xe2\x80\x82",
                                        "\xe2\x80\x83",
                                        "\xe2\x80\x84",
                                        "\xe2\x80\x85",
                                        "\xe2\x80\x86",
                                        "\xe2\x80\x87",
                                        "\xe2\x80\x88",
                                        "\xe2\x80\x89",
                                        "\xe2\x80\x8a",
                                        "\xe2\x80\xa8",
                                        "\xe2\x80\xa9",
                                        "\xe2\x80\xaf",
                                        "\xe2\x81\x9f",
                                        "\xe3\x80\x80"};

std::string_view trimmed(std::string_view text) {
    for (bool again = true; again;) {
        again = false;
        for (const std::string_view space : kSpaces) {
            if (text.starts_with(space)) text.remove_prefix(space.size()), again = true;
            if (text.ends_with(space)) text.remove_suffix(space.size()), again = true;
        }
    }
    return text;
}

std::vector<Segment> render_llama3(const std::vector<Message>& messages, bool add_generation_prompt) {
    check_roles("llama3", messages);
    std::vector<Segment> segments;
    if (!messages.empty()) add_template(segments, "<|begin_of_text|>");
    for (size_t i = 0; i < messages.size(); ++i) {
        const std::string& content = messages[i].content;
        add_template(segments, "<|start_header_id|>" + messages[i].role + "<|end_header_id|>\n\n");
        const auto text = trimmed(content);
        segments.push_back({std::string(text), false, messages[i].train, static_cast<int>(i),
                            static_cast<size_t>(text.data() - content.data())});
        add_template(segments, "<|eot_id|>", messages[i].train);
    }
    if (add_generation_prompt) add_template(segments, "<|start_header_id|>assistant<|end_header_id|>\n\n");
    return segments;
}

std::vector<Segment> render_deepseek_coder(const std::vector<Message>& messages, bool add_generation_prompt) {
    check_roles("deepseek-coder", messages);
    std::vector<Segment> segments;
    bool own_system = false;
    for (const Message& message : messages) own_system |= message.role == "system";
    add_template(segments, "<｜begin▁of▁sentence｜>");
    if (!own_system)
        add_template(segments,
                     "You are an AI programming assistant, utilizing the Deepseek Coder model, developed by Deepseek "
                     "Company, and you only answer questions related to computer science. For politically sensitive "
                     "questions, security and privacy issues, and other non-computer science questions, you will "
                     "refuse to answer\n");
    for (size_t i = 0; i < messages.size(); ++i) {
        const std::string& role = messages[i].role;
        if (role == "user") add_template(segments, "### Instruction:\n");
        if (role == "assistant") add_template(segments, "### Response:\n");
        add_content(segments, messages, i);
        if (role == "user") add_template(segments, "\n");
        if (role != "assistant") continue;
        // The model writes the line's end too.
        add_template(segments, "\n<|EOT|>", messages[i].train);
        add_template(segments, "\n");
    }
    if (add_generation_prompt) add_template(segments, "### Response:\n");
    return segments;
}

// Parts with an empty line between them; a system message is the preamble.
std::vector<Segment> render_alpaca(const std::vector<Message>& messages, bool add_generation_prompt) {
    check_roles("alpaca", messages);
    std::vector<Segment> segments;
    if (!messages.empty() && !begins_with_system(messages))
        add_template(segments,
                     "Below is an instruction that describes a task. Write a response that appropriately completes "
                     "the request.");
    for (size_t i = 0; i < messages.size(); ++i) {
        const std::string& role = messages[i].role;
        if (role == "system" && i > 0)
            user_error("chat template \"alpaca\" holds the role \"{}\" only as the first message", role);
        if (role == "user") add_template(segments, "\n\n### Instruction:\n");
        if (role == "assistant") add_template(segments, "\n\n### Response:\n");
        add_content(segments, messages, i);
        if (role == "assistant") add_template(segments, "</s>", messages[i].train);
    }
    if (add_generation_prompt) add_template(segments, "\n\n### Response:\n");
    return segments;
}

std::vector<Segment> render_plain(const std::vector<Message>& messages, bool) {
    check_roles("plain", messages);
    std::vector<Segment> segments;
    for (size_t i = 0; i < messages.size(); ++i) add_content(segments, messages, i);
    return segments;
}

}  // namespace

const std::vector<ChatTemplate>& chat_templates() {
    static const std::vector<ChatTemplate> table{
        {"smollm2", "ChatML with SmolLM2's default system prompt", kSmollm2, render_smollm2},
        {"chatml", "<|im_start|>role ... <|im_end|>, no default system prompt", nullptr, render_chatml},
        {"qwen2.5", "ChatML with Qwen2.5's default system prompt", nullptr, render_qwen25},
        {"llama3", "Llama 3 Instruct: headers, trimmed contents, <|eot_id|>", nullptr, render_llama3},
        {"deepseek-coder", "DeepSeek Coder Instruct (not V2): ### Instruction, ### Response, <|EOT|>", nullptr,
         render_deepseek_coder},
        {"alpaca",
         "Stanford Alpaca without input; a system message replaces the preamble; answers end with </s>, whatever the "
         "model's own end of sequence",
         nullptr, render_alpaca},
        {"plain", "the contents one after another, no end of turn", nullptr, render_plain},
    };
    return table;
}

}  // namespace cuset::text
