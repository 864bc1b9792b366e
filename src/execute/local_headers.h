// The user's own headers, which are translated like the sources that include them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cuset::execute {

struct LocalHeader {
    std::filesystem::path name;  // as included, relative to one of the include directories
    std::filesystem::path path;
    std::string text;
};

// The headers that `text` includes with quotes, and those that they include, as far as they are found below the
// directories; names that lead upwards (..) are left to the compiler. Adds to `headers`, each once.
void collect_local_headers(std::string_view text, const std::vector<std::string>& directories,
                           std::vector<LocalHeader>& headers);

}  // namespace cuset::execute
