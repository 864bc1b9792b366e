#include "execute/local_headers.h"

#include <algorithm>
#include <set>

#include "base/file.h"
#include "cuda_source/include_directive.h"
#include "cuda_source/syntax.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

// Other files of the user's are none of a program's business.
bool is_source_name(const fs::path& name) {
    static const std::set<std::string> extensions = {".h",  ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc", ".ipp",
                                                     ".cu", ".c",  ".cc",  ".cpp", ".cxx", ".tpp", ".def"};
    return !name.is_absolute() && extensions.contains(name.extension().string());
}

void collect(std::string_view text, const fs::path& parent, const std::vector<std::string>& directories,
             std::vector<LocalHeader>& headers) {
    const cuda_source::Code code(text);
    for (const auto& token : code.directives()) {
        const auto include = cuda_source::parse_include(text_of(text, token));
        if (!include.quoted || !is_source_name(include.header)) continue;
        for (const fs::path& name :
             {(parent / include.header).lexically_normal(), fs::path(include.header).lexically_normal()}) {
            if (std::count(name.begin(), name.end(), "..") > std::distance(kHeaderRoot.begin(), kHeaderRoot.end()) - 1)
                continue;
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

std::vector<LocalHeader> local_headers(const std::vector<Source>& sources, const CompileOptions& options) {
    auto directories = options.include_dirs;
    if (!options.source_directory.empty()) directories.insert(directories.begin(), options.source_directory.string());
    std::vector<LocalHeader> headers;
    for (const auto& source : sources) collect(source.text, {}, directories, headers);
    return headers;
}

}  // namespace cuset::execute
