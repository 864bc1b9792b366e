#include "judge/program.h"

#include "base/error.h"
#include "base/file.h"

namespace cuset::judge {
namespace fs = std::filesystem;
namespace {

constexpr long kSpareFileBytes = 64L << 20;

// Why a process ended before its last call, in one line.
std::string early_end(const execute::RunResult& run) {
    if (!run.message.empty()) return run.message;
    if (run.exit_code == 0) return "the program ended itself";
    return fmt::format("the program ended with exit code {}", run.exit_code);
}

}  // namespace

execute::CompileResult build(const std::vector<Function>& functions, Side side, const fs::path& directory,
                             const RunLimits& limits) {
    const execute::Source code{side == Side::answer ? "answer.cu" : "reference.cpp", functions_source(functions, side)};
    const execute::Source driver{"driver.cpp", driver_source(side)};
    execute::CompileOptions options;
    options.timeout_s = limits.compile_timeout_s;
    options.check = limits.check && side == Side::answer;
    if (side == Side::answer) return execute::compile({code}, {driver}, directory, options);
    return execute::compile({}, {code, driver}, directory, options);
}

std::vector<FunctionRun> run_all(const std::vector<Function>& functions, Side side, const fs::path& executable,
                                 const fs::path& directory, const RunLimits& limits) {
    std::vector<FunctionRun> runs(functions.size());
    for (size_t first = 0; first < functions.size();) {
        std::vector<Call> calls;
        for (size_t f = first; f < functions.size(); ++f)
            for (size_t c = 0; c < functions[f].task->cases.size(); ++c) calls.push_back({f, c});
        const std::string call_bytes = call_file(functions, calls, side);
        const fs::path results_path = directory / "results.bin";
        write_file(directory / "calls.bin", call_bytes);
        fs::remove(results_path);
        execute::RunOptions options;
        options.arguments = {"calls.bin", "results.bin"};
        options.working_directory = directory;
        options.timeout_s = limits.run_timeout_s;
        options.memory_bytes = limits.memory_bytes;
        options.file_bytes = static_cast<long>(call_bytes.size()) * 2 + kSpareFileBytes;
        options.threads = limits.threads;
        options.check = limits.check && side == Side::answer;
        const execute::RunResult run = execute::run(executable, options);
        const std::string bytes = fs::is_regular_file(fs::symlink_status(results_path)) ? read_file(results_path) : "";
        std::vector<CallResult> results = parse_results(functions, calls, side, bytes);
        for (size_t i = 0; i < results.size(); ++i) {
            runs[calls[i].function].calls.push_back(std::move(results[i]));
            runs[calls[i].function].kernel_launches = run.kernel_launches;
            runs[calls[i].function].reports = run.reports;
        }
        if (results.size() == calls.size()) break;
        FunctionRun& ended = runs[calls[results.size()].function];
        ended.status = run.status;
        ended.message = early_end(run);
        ended.reports = run.reports;
        first = calls[results.size()].function + 1;
    }
    return runs;
}

}  // namespace cuset::judge
