// Landlock: the kernel lets a process and its children touch only what a rule names. For where bubblewrap does not
// work.
#pragma once

#include <filesystem>
#include <vector>

namespace cuset::execute {

// Whether this kernel has it, and lets us use it.
bool has_landlock();

// Rules: the system's directories and `readable` may be read and executed, `writable` (directories) also written, but
// for device nodes and sockets. Throws RunError.
class LandlockRules {
   public:
    LandlockRules(const std::vector<std::filesystem::path>& readable,
                  const std::vector<std::filesystem::path>& writable);
    LandlockRules(const LandlockRules&) = delete;
    LandlockRules& operator=(const LandlockRules&) = delete;
    ~LandlockRules();

    // Restricts the calling process for good. Safe between fork and exec. False: it failed.
    bool restrict_self() const;

   private:
    bool add(const char* path, unsigned long long rights) const;
    void allow(const std::filesystem::path& path, unsigned long long rights);
    int ruleset_ = -1;
    unsigned long long truncate_ = 0;  // the right to, where the kernel knows it
};

}  // namespace cuset::execute
