// The user's own headers, which are translated like the sources that include them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "execute/execute.h"

namespace cuset::execute {

struct LocalHeader {
    std::filesystem::path name;  // relative to the directory where it was found; may begin with ..
    std::filesystem::path path;
    std::string text;
};

// The headers that the sources include with quotes, and those that they include, each once, as far as they are found
// from the source and include directories. Names that lead up more than three levels are left to the compiler.
std::vector<LocalHeader> local_headers(const std::vector<Source>& sources, const CompileOptions& options);

// Below the build's directory, where names that lead up stay inside it.
inline const std::filesystem::path kHeaderRoot = "include/3/2/1";

}  // namespace cuset::execute
