#include "execute/local_headers.h"

#include <algorithm>

#include "base/file.h"
#include "cuda_source/include_directive.h"
#include "cuda_source/syntax.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

void collect(std::string_view text, const fs::path& parent, const std::vector<std::string>& directories,
             std::vector<LocalHeader>& headers) {
    const cuda_source::Code code(text);
    for (const auto& token : code.directives()) {
        const auto include = cuda_source::parse_include(text_of(text, token));
        if (!include.quoted || include.header.find("..") != std::string_view::npos) continue;
        for (const fs::path& name : {parent / include.header, fs::path(include.header)}) {
            const auto found = std::find_if(directories.begin(), directories.end(), [&](const auto& directory) {
                return fs::is_regular_file(fs::path(directory) / name);
            });
            if (found == directories.end()) continue;
            if (std::any_of(headers.begin(), headers.end(), [&](const auto& h) { return h.name == name; })) break;
            headers.push_back({name, fs::path(*found) / name, read_file(fs::path(*found) / name)});
            const std::string copy = headers.back().text;
            collect(copy, name.parent_path(), directories, headers);
            break;
        }
    }
}

}  // namespace

void collect_local_headers(std::string_view text, const std::vector<std::string>& directories,
                           std::vector<LocalHeader>& headers) {
    collect(text, {}, directories, headers);
}

}  // namespace cuset::execute
