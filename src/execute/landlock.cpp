#include "execute/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/error.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

constexpr unsigned long long kRead =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr unsigned long long kFile =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE;
constexpr unsigned long long kNodes =
    LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SOCK;
constexpr unsigned long long kAll = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;  // every right of the first version

constexpr unsigned long long kTruncate = 1ULL << 14;  // since the third version, which older headers lack

int create_ruleset(const landlock_ruleset_attr* attributes, size_t bytes, unsigned flags) {
    return static_cast<int>(::syscall(SYS_landlock_create_ruleset, attributes, bytes, flags));
}

}  // namespace

bool has_landlock() {
    return create_ruleset(nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

LandlockRules::LandlockRules(const std::vector<fs::path>& readable, const std::vector<fs::path>& writable) {
    landlock_ruleset_attr attributes{};
    if (create_ruleset(nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 3) truncate_ = kTruncate;
    attributes.handled_access_fs = kAll | truncate_;
    ruleset_ = create_ruleset(&attributes, sizeof attributes, 0);
    if (ruleset_ < 0) run_error("the kernel refuses a Landlock ruleset");
    for (const char* path :
         {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives", "/etc/ld.so.cache",
          "/etc/localtime", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/sys/devices/system/cpu"})
        allow(path, kRead);
    for (const char* path : {"/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"}) allow(path, kFile | truncate_);
    for (const auto& path : readable) allow(path, kRead);
    for (const auto& path : writable) allow(path, (kAll & ~kNodes) | truncate_);
}

LandlockRules::~LandlockRules() {
    ::close(ruleset_);
}

bool LandlockRules::add(const char* path, unsigned long long rights) const {
    landlock_path_beneath_attr rule{};
    rule.parent_fd = ::open(path, O_PATH | O_CLOEXEC);
    if (rule.parent_fd < 0) return true;  // what is not there needs no rule
    struct stat status {};
    ::fstat(rule.parent_fd, &status);
    rule.allowed_access = S_ISDIR(status.st_mode) ? rights : rights & (kFile | kTruncate);
    const long failed = ::syscall(SYS_landlock_add_rule, ruleset_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    ::close(rule.parent_fd);
    return failed == 0;
}

void LandlockRules::allow(const fs::path& path, unsigned long long rights) {
    if (!add(path.c_str(), rights)) run_error("the kernel refuses a Landlock rule for {}", path.string());
}

bool LandlockRules::restrict_self() const {
    add("/proc/self", kRead);  // the child's own, so only known here
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && ::syscall(SYS_landlock_restrict_self, ruleset_, 0) == 0;
}

}  // namespace cuset::execute
