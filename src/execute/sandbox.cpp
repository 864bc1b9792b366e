#include "execute/sandbox.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

struct Bubblewrap {
    fs::path program;  // empty: not usable
    std::string state;
    bool has_size = false;  // bounds a tmpfs
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

std::vector<std::string> isolation(const Bubblewrap& bubblewrap) {
    std::vector<std::string> argv = {bubblewrap.program, "--unshare-all", "--die-with-parent", "--new-session"};
    add_system(argv);
    argv.insert(argv.end(), {"--proc", "/proc", "--dev", "/dev"});
    if (bubblewrap.has_size) argv.insert(argv.end(), {"--size", std::to_string(1L << 30)});
    argv.insert(argv.end(), {"--tmpfs", "/tmp"});
    return argv;
}

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

Bubblewrap probe() {
    Bubblewrap found;
    found.program = find_program("bwrap");
    if (found.program.empty()) {
        found.state = "rlimits only: bwrap is not installed";
        return found;
    }
    try {
        ProcessOptions options;
        options.timeout_s = 10;
        options.argv = {found.program, "--help"};
        const ProcessResult help = run_process(options);
        found.has_size = (help.out + help.err).find("--size") != std::string::npos;
        options.argv = {found.program, "--version"};
        const std::string version = first_line(run_process(options).out);
        options.argv = isolation(found);
        options.argv.push_back("true");
        const ProcessResult trial = run_process(options);
        if (trial.exit_code == 0) {
            found.state = version;
        } else {
            found.program.clear();
            found.state = fmt::format("rlimits only: bwrap does not work here: {}", first_line(trial.err));
        }
    } catch (const RunError& error) {
        found.program.clear();
        found.state = fmt::format("rlimits only: {}", error.what());
    }
    return found;
}

const Bubblewrap& bubblewrap() {
    static const Bubblewrap found = probe();
    return found;
}

}  // namespace

const std::string& sandbox_state() {
    return bubblewrap().state;
}

ProcessResult run_sandboxed(const SandboxOptions& options) {
    ProcessOptions process;
    process.environment = {"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "TMPDIR=/tmp"};
    process.environment->insert(process.environment->end(), options.environment.begin(), options.environment.end());
    process.working_directory = options.working_directory;
    process.standard_input = options.standard_input;
    process.timeout_s = options.timeout_s;
    process.cpu_seconds = options.cpu_seconds;
    process.file_bytes = options.file_bytes;
    process.address_space_bytes = options.memory_bytes;
    process.output_limit = options.output_limit;
    process.inherit_streams = options.inherit_streams;
    const bool isolated = !bubblewrap().program.empty();
    if (isolated) {
        process.argv = isolation(bubblewrap());
        const auto bind = [&](const char* how, const fs::path& path) {
            const std::string absolute = fs::absolute(path).string();
            process.argv.insert(process.argv.end(), {how, absolute, absolute});
        };
        for (const auto& path : options.readable) bind("--ro-bind", path);
        for (const auto& path : options.writable) bind("--bind", path);
        bind("--bind", options.working_directory);
        process.argv.insert(process.argv.end(), {"--chdir", fs::absolute(options.working_directory).string(), "--"});
    }
    process.argv.insert(process.argv.end(), options.argv.begin(), options.argv.end());
    ProcessResult result = run_process(process);
    // Bubblewrap turns its child's signal into an exit code.
    if (isolated && result.signal == 0 && result.exit_code > 128 && result.exit_code <= 128 + 64)
        result.signal = result.exit_code - 128;
    return result;
}

}  // namespace cuset::execute
