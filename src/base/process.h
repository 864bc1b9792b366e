// Child processes: captured output, a time limit, resource limits, and no survivor.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cuset {

struct ProcessOptions {
    std::vector<std::string> argv = {};                        // argv[0] is looked up in PATH
    std::filesystem::path working_directory = {};              // empty: the caller's
    std::optional<std::vector<std::string>> environment = {};  // "NAME=value"; nullopt: the caller's
    std::string standard_input = {};
    double timeout_s = 0;           // wall clock; 0: none
    long cpu_seconds = 0;           // RLIMIT_CPU; 0: the caller's
    long file_bytes = 0;            // RLIMIT_FSIZE; 0: the caller's
    long address_space_bytes = 0;   // RLIMIT_AS; 0: the caller's
    long data_bytes = 0;            // RLIMIT_DATA (private writable memory); 0: the caller's
    long resident_bytes = 0;        // of the child and its descendants, looked at every 20 ms; 0: no limit
    size_t output_limit = 1 << 20;  // bytes kept of each stream; the rest is read and dropped
    bool inherit_streams = false;   // stdin, stdout and stderr are the caller's; nothing is captured
    // Called in the child before it becomes the command; async-signal-safe. False: the command does not run.
    std::function<bool()> before_exec = {};
};

struct ProcessResult {
    int exit_code = 0;  // 128 + signal when signalled
    int signal = 0;     // 0 when it exited
    bool timed_out = false;
    bool out_of_memory = false;  // ended because of resident_bytes
    std::string out, err;
    bool out_truncated = false, err_truncated = false;
    double seconds = 0;      // wall clock
    long max_rss_bytes = 0;  // of the child and what it waited for
};

// Runs a command in a process group of its own and waits. At a limit, when the call ends, and when the calling thread
// ends, the whole group is killed. A signal that the caller received (base/interrupt.h) ends it too. Throws RunError
// when the command cannot be started.
ProcessResult run_process(const ProcessOptions& options);

// The full path of a program in PATH, or an empty path.
std::filesystem::path find_program(const std::string& name);

}  // namespace cuset
