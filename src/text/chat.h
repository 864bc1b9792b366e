// Chat templates by name, rendered with the origin of every byte.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "text/tokenizer.h"

namespace cuset::text {

struct Message {
    std::string role;  // system, user, assistant
    std::string content;
    bool train = false;  // its content and end-of-turn token carry loss
};

// One run of rendered text.
struct Segment {
    std::string text;
    bool from_template = false;  // special tokens in it are special; in a message's content they are text
    bool loss = false;
    int message = -1;   // index of the message whose content it is
    size_t offset = 0;  // byte of that content at which the text begins: not 0 where a template trims
};

struct ChatTemplate {
    const char* name;
    const char* help;
    const char* source;  // the model's own template text by which it is recognised; null: chosen by name only
    // A role that the template cannot hold is a UserError.
    std::vector<Segment> (*render)(const std::vector<Message>& messages, bool add_generation_prompt);
};

const std::vector<ChatTemplate>& chat_templates();

// What find_chat_template takes: "auto" and the names of the table.
std::vector<std::string> chat_template_names();

// `name` "auto" recognises the template by the model's own text; an unknown one is a UserError that lists the names.
const ChatTemplate& find_chat_template(const std::string& name, const std::string& model_template,
                                       const std::string& model_path);

struct EncodedChat {
    std::vector<int> tokens;
    std::vector<bool> loss;  // per token: it is a target that the model must learn to write
    std::vector<size_t> begin,
        end;                   // bytes within the message (template: segment) for tokens with loss; 0, 0 for others
    std::vector<int> message;  // per token: message index for tokens with loss, else -1
};

// Tokens of rendered segments. Runs without loss are tokenized together, as a Hugging Face tokenizer does with the
// whole text; each run with loss begins a tokenization of its own, as generation does after the prompt.
EncodedChat encode_chat(const Tokenizer& tokenizer, const std::vector<Segment>& segments);

}  // namespace cuset::text
