#include "execute/program_cache.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>

#include "base/hash.h"
#include "execute/toolchain.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

constexpr size_t kMostPrograms = 1000;

// Removes the half that was not used for longest when there are too many.
void prune(const fs::path& directory) {
    std::vector<std::pair<fs::file_time_type, fs::path>> programs;
    for (const auto& entry : fs::directory_iterator(directory)) programs.push_back({entry.last_write_time(), entry});
    if (programs.size() <= kMostPrograms) return;
    std::sort(programs.begin(), programs.end());
    for (size_t i = 0; i < programs.size() / 2; ++i) fs::remove(programs[i].second);
}

}  // namespace

ProgramCache::ProgramCache(const std::vector<TranslatedFile>& files, const CompileOptions& options) {
    const fs::path cache = cache_directory();
    if (cache.empty()) return;
    std::string key = fmt::format("{}\n{}\n{}\n", toolchain_key(), fmt::join(language_flags(options), " "),
                                  fmt::join(options.defines, "\n"));
    for (const auto& file : files) key += fmt::format("{}\n{}\n{}", file.name.string(), file.text.size(), file.text);
    program_ = cache / "programs" / content_hash(key);
}

bool ProgramCache::find(fs::path& executable) const {
    std::error_code error;
    if (program_.empty() || !fs::exists(program_, error)) return false;
    fs::last_write_time(program_, fs::file_time_type::clock::now(), error);
    executable = program_;
    return true;
}

void ProgramCache::keep(fs::path& executable) const {
    if (program_.empty()) return;
    const fs::path temporary = fmt::format("{}.{}", program_.string(), ::getpid());
    std::error_code error;
    try {
        fs::create_directories(program_.parent_path());
        fs::copy_file(executable, temporary, fs::copy_options::overwrite_existing);
        fs::rename(temporary, program_);
        executable = program_;
        prune(program_.parent_path());
    } catch (const fs::filesystem_error&) {
        fs::remove(temporary, error);
    }
}

}  // namespace cuset::execute
