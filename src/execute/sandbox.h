// A child process that sees nothing but its inputs: bubblewrap where it works, else Landlock; a system call filter, no
// capabilities and resource limits everywhere.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/process.h"

namespace cuset::execute {

struct SandboxOptions {
    std::vector<std::string> argv;
    bool may_fork = false;                 // a compiler's driver must; a program must not
    std::vector<std::string> environment;  // "NAME=value", added to PATH and LANG
    std::filesystem::path working_directory;
    std::vector<std::filesystem::path> writable;  // besides the working directory
    std::vector<std::filesystem::path> readable;  // besides the system's directories
    std::string standard_input;
    double timeout_s = 60;          // wall clock
    long cpu_seconds = 0;           // 0: no limit
    long memory_bytes = 0;          // private writable memory; 0: no limit
    long resident_bytes = 0;        // memory of any kind in use; 0: no limit
    long address_bytes = 0;         // address space; 0: no limit
    long file_bytes = 0;            // 0: no limit
    size_t output_limit = 1 << 20;  // of each stream
    bool inherit_streams = false;
};

// Runs a command: no network, own process numbers, a private /tmp, the system's directories read-only. When the call
// returns, nothing that the command started is alive. `signal` is set for a signalled child with and without
// bubblewrap.
ProcessResult run_sandboxed(const SandboxOptions& options);

// "bubblewrap 0.8.0", "Landlock and limits (<why>)" or "rlimits only: <why>". Probed once; CUSET_SANDBOX=landlock or
// none leaves out what stands before it. Throws UserError for another value.
const std::string& sandbox_state();

}  // namespace cuset::execute
