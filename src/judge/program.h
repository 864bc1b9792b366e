// Functions as an executable, and all their cases run in it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "execute/execute.h"
#include "judge/driver.h"

namespace cuset::judge {

struct RunLimits {
    double compile_timeout_s = 60;
    double run_timeout_s = 30;  // of one process
    long memory_bytes = 4L << 30;
    int threads = 1;     // that a kernel's blocks are spread over
    bool check = false;  // answers run in checked mode: a fault is undefined behaviour, whatever the values
};

// Compiles functions with their driver below `directory`.
execute::CompileResult build(const std::vector<Function>& functions, Side side, const std::filesystem::path& directory,
                             const RunLimits& limits);

// What became of one function: its finished calls, in the order of the cases, and why the next one did not finish.
struct FunctionRun {
    std::vector<CallResult> calls;
    execute::RunResult::Status status = execute::RunResult::Status::exited;
    std::string message;                   // names what ended it early; empty when all cases ran
    long kernel_launches = 0;              // of the whole process that it ran in
    std::vector<execute::Report> reports;  // of that process, in checked mode
};

// Runs every case of every function. A function that ends the process loses its remaining cases; the functions after it
// run in a new process.
std::vector<FunctionRun> run_all(const std::vector<Function>& functions, Side side,
                                 const std::filesystem::path& executable, const std::filesystem::path& directory,
                                 const RunLimits& limits);

}  // namespace cuset::judge
