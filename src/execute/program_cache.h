// Executables that were compiled before, by everything that they are made of.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "execute/execute.h"

namespace cuset::execute {

struct TranslatedFile {
    std::filesystem::path name;
    std::string text;
    bool is_source;  // else a header
};

// One program's place in the cache. A cache that cannot be written costs time, not the result.
class ProgramCache {
   public:
    ProgramCache(const std::vector<TranslatedFile>& files, const CompileOptions& options);
    bool find(std::filesystem::path& executable) const;
    // Moves the executable into the cache and sets its new path.
    void keep(std::filesystem::path& executable) const;

   private:
    std::filesystem::path program_;  // empty: no cache
};

}  // namespace cuset::execute
