// Small helpers for program text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cuset::synthesize {

// `text` with every {name} replaced by its value; other braces stay.
std::string fill(std::string_view text, const std::vector<std::pair<std::string, std::string>>& values);

// `text` with every identifier that equals a name replaced.
std::string rename(std::string_view text, const std::vector<std::pair<std::string, std::string>>& names);

std::string join(const std::vector<std::string>& parts, std::string_view separator);

// Lines with nested blocks, four spaces a level.
class Code {
   public:
    void line(const std::string& text);
    void open(const std::string& head);  // "head {", and one level deeper
    void close();                        // one level back, "}"
    void blank() { text_ += '\n'; }
    void append(const Code& block);  // its lines, at this level
    const std::string& text() const { return text_; }

   private:
    std::string text_;
    int level_ = 0;
};

}  // namespace cuset::synthesize
