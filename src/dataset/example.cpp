#include "dataset/example.h"

#include <algorithm>

#include "base/error.h"
#include "cuda_source/spans.h"

namespace cuset::dataset {
namespace {

// The message with the bytes outside of its fenced blocks blanked, so that prose (an apostrophe, say) does not disturb
// the lexer and offsets stay; without a fence the message itself.
std::string code_only(const std::string& content) {
    std::string code = content;
    bool inside = false, any = false;
    for (size_t begin = 0; begin < content.size();) {
        const size_t end = std::min(content.find('\n', begin), content.size());
        const size_t first = std::min(content.find_first_not_of(" \t", begin), end);
        const bool fence = content.compare(first, 3, "```") == 0;
        if (fence) inside = !inside, any = true;
        if (fence || !inside)
            std::fill(code.begin() + static_cast<long>(begin), code.begin() + static_cast<long>(end), ' ');
        begin = end + 1;
    }
    return any ? code : content;
}

// Per byte of a message: inside a CUDA span, inside a launch configuration.
struct ByteMasks {
    std::vector<uint8_t> cuda, launch;
};

ByteMasks masks_of(const std::string& content, const std::string& mode) {
    ByteMasks masks{std::vector<uint8_t>(content.size()), std::vector<uint8_t>(content.size())};
    const auto fill = [&](std::vector<uint8_t>& mask, const cuda_source::Span& span) {
        for (size_t i = span.begin; i < span.end; ++i) mask[i] = !std::isspace(static_cast<unsigned char>(content[i]));
    };
    const std::string code = code_only(content);
    const auto spans = cuda_source::find_spans(
        code, mode == "extended" ? cuda_source::SpanMode::extended : cuda_source::SpanMode::paper);
    for (const auto& span : spans.merged()) fill(masks.cuda, span);
    for (const auto& span : spans.configurations) fill(masks.launch, span);
    return masks;
}

Example make_example(const Record& record, uint64_t sample, const text::EncodedChat& chat, int end_of_turn,
                     const std::string& mode) {
    Example example{record.id, sample, record.weight, {}, {}, {}, {}, {}};
    std::vector<ByteMasks> masks;
    for (const auto& message : record.messages)
        masks.push_back(message.train ? masks_of(message.content, mode) : ByteMasks{});
    for (size_t i = 0; i < chat.tokens.size(); ++i) {
        example.tokens.push_back(chat.tokens[i]);
        if (!chat.loss[i] || i == 0) continue;
        const bool ends = chat.message[i] < 0;
        if (ends && chat.tokens[i] != end_of_turn)
            user_error(
                "{}: the chat template ends a turn with another token than the model; choose another data.template",
                record.where.str());
        const auto any = [&](const std::vector<uint8_t> ByteMasks::*mask) -> uint8_t {
            if (ends) return 0;
            const auto& bytes = masks[static_cast<size_t>(chat.message[i])].*mask;
            return std::any_of(bytes.begin() + static_cast<long>(chat.begin[i]),
                               bytes.begin() + static_cast<long>(chat.end[i]), [](uint8_t b) { return b != 0; });
        };
        example.rows.push_back(static_cast<int64_t>(i) - 1);
        example.cuda.push_back(any(&ByteMasks::cuda));
        example.launch.push_back(any(&ByteMasks::launch));
        example.end_of_turn.push_back(ends);
    }
    return example;
}

// Leaves the first `length` tokens; false when no target is left.
bool cut(Example& example, int64_t length) {
    example.tokens.resize(static_cast<size_t>(length));
    while (!example.rows.empty() && example.rows.back() + 1 >= length) {
        example.rows.pop_back();
        example.cuda.pop_back();
        example.launch.pop_back();
        example.end_of_turn.pop_back();
    }
    return !example.rows.empty();
}

}  // namespace

Examples make_examples(const std::vector<Record>& records, const text::Tokenizer& tokenizer,
                       const text::ChatTemplate& chat_template, const ExampleOptions& options) {
    Examples result;
    for (size_t i = 0; i < records.size(); ++i) {
        text::EncodedChat chat;
        try {
            chat = text::encode_chat(tokenizer, chat_template.render(records[i].messages, false));
        } catch (const UserError& error) {
            user_error("{}: {}", records[i].where.str(), error.what());
        }
        // What follows the last target cannot be learned from.
        while (!chat.loss.empty() && !chat.loss.back()) chat.tokens.pop_back(), chat.loss.pop_back();
        Example example = make_example(records[i], i, chat, tokenizer.end_of_turn(), options.cuda_spans);
        const auto length = static_cast<int64_t>(example.tokens.size());
        if (length > options.max_length) {
            if (options.over_long == OverLong::error)
                user_error(
                    "{}: {} tokens are more than data.max_length {}; raise it, or set data.over_long to drop or cut",
                    records[i].where.str(), length, options.max_length);
            if (options.over_long == OverLong::drop || !cut(example, options.max_length)) {
                ++result.dropped;
                continue;
            }
            ++result.cut;
        }
        result.list.push_back(std::move(example));
    }
    return result;
}

std::vector<int64_t> prompt_tokens(const std::vector<text::Message>& messages, const text::Tokenizer& tokenizer,
                                   const text::ChatTemplate& chat_template) {
    const auto chat = text::encode_chat(tokenizer, chat_template.render(messages, true));
    return {chat.tokens.begin(), chat.tokens.end()};
}

}  // namespace cuset::dataset
