// Runs CUDA C++ programs on the CPU: source to source, the system C++ compiler, a runtime of ours, a sandbox.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace cuset::execute {

// A CUDA source as text, and the name that messages show for it.
struct Source {
    std::string name;
    std::string text;
};

struct CompileOptions {
    std::vector<std::string> defines;        // -D
    std::vector<std::string> include_dirs;   // -I; headers included with quotes below them are translated too
    std::filesystem::path source_directory;  // where headers included with quotes are looked for first; empty: nowhere
    std::string standard = "c++17";
    int optimize = 1;        // -O
    bool fast_math = false;  // -use_fast_math
    bool check = false;      // checked mode: run() reports the program's faults
    bool cache = false;      // keep the executable, and take one that was made of the same sources and options
    double timeout_s = 60;
};

struct CompileResult {
    enum class Status { ok, error, unsupported, timeout };
    Status status = Status::error;
    std::string message;               // compiler's diagnostics, or what is unsupported, by name
    std::filesystem::path executable;  // inside the directory that was given, or in the cache
    bool cached = false;
    int phases = 0;  // kernels that run as phases (cpu/phases.h); not known where it is cached
    double seconds = 0;
};

// Compiles CUDA sources (`.cu` text, translated by cpu/rewriter.h) and plain C++ sources (`host`, compiled as
// they are with the same headers) into one executable below `directory`. Runs the compiler inside the sandbox.
CompileResult compile(const std::vector<Source>& cuda, const std::vector<Source>& host,
                      const std::filesystem::path& directory, const CompileOptions& options);

struct RunOptions {
    std::vector<std::string> arguments;
    std::string standard_input;
    std::filesystem::path working_directory;      // writable inside the sandbox
    std::vector<std::filesystem::path> readable;  // files or directories readable besides it
    double timeout_s = 30;
    long memory_bytes = 4L << 30;
    long file_bytes = 4L << 30;  // largest file that it may write
    int threads = 1;             // that blocks are spread over; checked mode uses one
    bool check = false;          // the executable was compiled so
    uint64_t steps = 0;          // checked mode: memory accesses of kernels before the program is stopped; 0: no limit
    bool inherit_streams = false;
};

// A place in the source; no file where it is not known.
struct Location {
    std::string file;
    int line = 0;
};

// A fault that checked mode found.
struct Report {
    enum class Severity { error, warning, note };
    Severity severity = Severity::error;
    std::string kind;  // "race", "out_of_bounds", ...: docs/execute.md lists them
    Location at;
    bool in_kernel = false;
    std::array<unsigned, 3> block{}, thread{};  // in a kernel
    std::string text;
    std::string other_text;  // the other side of a race or a divergent barrier
    Location other;
    long count = 1;  // how often at this place
};
// "race at a.cu:7, block (0,0,0) thread (1,0,0): writes s[0] ...; block (0,0,0) thread (2,0,0) read it at a.cu:6"
std::string describe(const Report& report);

struct RunResult {
    enum class Status { exited, signalled, timeout, too_large, unsupported, out_of_memory, launch_failure };
    Status status = Status::exited;
    int exit_code = 0;
    int signal = 0;
    std::string out, err;
    std::string message;  // one line that names what happened, e.g. "segmentation fault", "time limit of 30 s"
    double seconds = 0;
    long kernel_launches = 0;     // as counted by the runtime
    std::vector<Report> reports;  // checked mode, in the order they were found
};

// Runs an executable made by compile() inside the sandbox.
RunResult run(const std::filesystem::path& executable, const RunOptions& options);

// What `cuset env` shows: compiler and sandbox, or what is wrong with them.
struct Environment {
    std::string compiler;  // path and version
    std::string sandbox;   // "bubblewrap 0.8.0", or "rlimits only: <why>"
};
Environment environment();

}  // namespace cuset::execute
