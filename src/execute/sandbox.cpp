#include "execute/sandbox.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>

#include "base/error.h"
#include "execute/landlock.h"
#include "execute/system_calls.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

enum class Isolation { bubblewrap, landlock, none };

struct Means {
    Isolation isolation = Isolation::none;
    fs::path bubblewrap;
    bool has_size = false;  // it bounds a tmpfs
    std::string state;
};

// What a program and the compiler need of the system; symbolic links of a merged /usr are kept.
void add_system(std::vector<std::string>& argv) {
    for (const char* directory : {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        std::error_code error;
        if (fs::is_symlink(directory, error)) {
            argv.insert(argv.end(), {"--symlink", fs::read_symlink(directory, error).string(), directory});
        } else if (fs::is_directory(directory, error)) {
            argv.insert(argv.end(), {"--ro-bind", directory, directory});
        }
    }
    for (const char* file : {"/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime"})
        argv.insert(argv.end(), {"--ro-bind-try", file, file});
}

std::vector<std::string> isolation(const Means& means) {
    std::vector<std::string> argv = {means.bubblewrap, "--unshare-all", "--die-with-parent",
                                     "--new-session",  "--cap-drop",    "ALL"};
    add_system(argv);
    argv.insert(argv.end(), {"--proc", "/proc", "--dev", "/dev"});
    for (const char* directory : {"/dev/shm", "/tmp"}) {
        if (means.has_size) argv.insert(argv.end(), {"--size", std::to_string(1L << 30)});
        argv.insert(argv.end(), {"--tmpfs", directory});
    }
    argv.insert(argv.end(), {"--remount-ro", "/dev", "--remount-ro", "/proc"});  // /proc/sys, as root
    return argv;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

// Fills in `means` when bubblewrap works here; else returns why not.
std::string probe_bubblewrap(Means& means) {
    means.bubblewrap = find_program("bwrap");
    if (means.bubblewrap.empty()) return "bwrap is not installed";
    try {
        ProcessOptions options;
        options.timeout_s = 10;
        options.argv = {means.bubblewrap, "--help"};
        const ProcessResult help = run_process(options);
        means.has_size = (help.out + help.err).find("--size") != std::string::npos;
        options.argv = {means.bubblewrap, "--version"};
        means.state = first_line(run_process(options).out);
        options.argv = isolation(means);
        options.argv.push_back("true");
        const ProcessResult trial = run_process(options);
        if (trial.exit_code != 0) return fmt::format("bwrap does not work here: {}", first_line(trial.err));
        means.isolation = Isolation::bubblewrap;
        return {};
    } catch (const RunError& error) {
        return error.what();
    }
}

Means probe() {
    Means means;
    const char* chosen = std::getenv("CUSET_SANDBOX");
    const std::string choice = chosen != nullptr ? chosen : "";
    if (!choice.empty() && choice != "landlock" && choice != "none")
        user_error("CUSET_SANDBOX={}: expected landlock or none, or no such variable for bubblewrap", choice);
    const std::string why = choice.empty() ? probe_bubblewrap(means) : "CUSET_SANDBOX=" + choice;
    if (means.isolation == Isolation::bubblewrap) return means;
    if (choice != "none" && has_landlock()) {
        means.isolation = Isolation::landlock;
        means.state = fmt::format("Landlock and limits ({})", why);
    } else {
        means.state = fmt::format("rlimits only: {}", why);
    }
    return means;
}

const Means& means() {
    static const Means found = probe();
    return found;
}

}  // namespace

const std::string& sandbox_state() {
    return means().state;
}

ProcessResult run_sandboxed(const SandboxOptions& options) {
    ProcessOptions process;
    process.environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"};
    process.environment->insert(process.environment->end(), options.environment.begin(), options.environment.end());
    process.working_directory = options.working_directory;
    process.standard_input = options.standard_input;
    process.timeout_s = options.timeout_s;
    process.cpu_seconds = options.cpu_seconds;
    process.file_bytes = options.file_bytes;
    process.data_bytes = options.memory_bytes;
    process.address_space_bytes = options.address_bytes;
    process.output_limit = options.output_limit;
    process.inherit_streams = options.inherit_streams;
    process.resident_bytes = options.resident_bytes;
    const bool isolated = means().isolation == Isolation::bubblewrap;
    using Kind = SystemCallFilter::Kind;
    SystemCallFilter filter(options.may_fork ? Kind::compiler : Kind::program, isolated);
    std::optional<LandlockRules> rules;
    if (means().isolation == Isolation::landlock) {
        auto writable = options.writable;
        writable.push_back(options.working_directory);
        rules.emplace(options.readable, writable);
        process.environment->push_back("TMPDIR=" + fs::absolute(options.working_directory).string());
    }
    if (isolated) {
        const int filter_file = filter.file();
        process.before_exec = [=] { return ::fcntl(filter_file, F_SETFD, 0) == 0; };
        process.argv = isolation(means());
        process.argv.insert(process.argv.end(), {"--seccomp", std::to_string(filter_file)});
        const auto bind = [&](const char* how, const fs::path& path) {
            const std::string absolute = fs::absolute(path).string();
            process.argv.insert(process.argv.end(), {how, absolute, absolute});
        };
        for (const auto& path : options.readable) bind("--ro-bind", path);
        for (const auto& path : options.writable) bind("--bind", path);
        bind("--bind", options.working_directory);
        process.argv.insert(process.argv.end(), {"--chdir", fs::absolute(options.working_directory).string(), "--"});
    } else {
        process.before_exec = [&] {
            return drop_capabilities() && (!rules || rules->restrict_self()) && filter.restrict_self();
        };
    }
    process.argv.insert(process.argv.end(), options.argv.begin(), options.argv.end());
    ProcessResult result = run_process(process);
    // Bubblewrap turns its child's signal into an exit code.
    if (isolated && result.signal == 0 && result.exit_code > 128 && result.exit_code <= 128 + 64)
        result.signal = result.exit_code - 128;
    return result;
}

}  // namespace cuset::execute
