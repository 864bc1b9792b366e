#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>
#include <optional>

#include "base/error.h"
#include "base/file.h"
#include "execute/cpu/runtime/status.h"
#include "execute/execute.h"
#include "execute/reports.h"
#include "execute/sandbox.h"

namespace cuset::execute {
namespace fs = std::filesystem;
namespace {

using cpu::Fault;
using cpu::ProgramStatus;

// Memory that a program takes besides its data: libraries, and stacks of a worker's fibers and of the worker.
constexpr long kBaseMemory = 256L << 20, kWorkerMemory = 320L << 20;
constexpr long kStacks = 6L << 30;  // addresses, of blocks that are resident at once
constexpr long kUsedStacks = 2L << 30;
constexpr long kCells = 7;  // what checked mode keeps of a byte of memory, in bytes

// The file that the program tells its state by. It may put anything in its place: what was made here is read.
class StatusFile {
   public:
    explicit StatusFile(const fs::path& path) {
        write_file(path, std::string(sizeof(ProgramStatus), '\0'));
        fd_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (fd_ < 0) run_error("{}: cannot be opened", path.string());
    }
    StatusFile(const StatusFile&) = delete;
    StatusFile& operator=(const StatusFile&) = delete;
    ~StatusFile() { ::close(fd_); }

    ProgramStatus read() const {
        ProgramStatus status{};
        if (::pread(fd_, &status, sizeof status, 0) < 0) status = {};
        status.message[sizeof status.message - 1] = '\0';
        return status;
    }

   private:
    int fd_ = -1;
};

std::string last_line(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    const size_t newline = text.rfind('\n');
    return newline == std::string::npos ? text : text.substr(newline + 1);
}

std::string describe_signal(int signal, const RunResult& result, const RunOptions& options) {
    switch (signal) {
        case SIGSEGV:
            return "segmentation fault (out-of-bounds access?)";
        case SIGBUS:
            return "bus error";
        case SIGILL:
            return "illegal instruction";
        case SIGABRT:
            return result.err.empty() ? "aborted" : fmt::format("aborted: {}", last_line(result.err));
        case SIGXFSZ:
            return fmt::format("file size limit of {} MiB", options.file_bytes >> 20);
        case SIGKILL:
            return "killed";
        default:
            return fmt::format("signal {} ({})", signal, ::strsignal(signal));
    }
}

void classify(const ProcessResult& process, const ProgramStatus& status, const RunOptions& options, RunResult& result) {
    using Status = RunResult::Status;
    const bool failed = process.exit_code != 0 || process.signal != 0;
    if (process.timed_out || process.signal == SIGXCPU) {
        result.status = Status::timeout;
        result.message = fmt::format("time limit of {} s", options.timeout_s);
    } else if (status.fault == Fault::too_large || status.fault == Fault::unsupported) {
        result.status = status.fault == Fault::too_large ? Status::too_large : Status::unsupported;
        result.message = status.message;
    } else if (process.out_of_memory) {
        result.status = Status::out_of_memory;
        result.message = fmt::format("memory limit of {} MiB", options.memory_bytes >> 20);
    } else if (status.fault == Fault::out_of_memory) {  // without a failure the program coped with it
        if (failed) result.status = Status::out_of_memory;
        result.message = fmt::format("memory limit of {} MiB: {}", options.memory_bytes >> 20, status.message);
    } else if (status.fault == Fault::launch || (status.fault == Fault::segmentation && process.signal == 0)) {
        result.status = Status::launch_failure;
        result.message = status.message;
    } else if (process.signal != 0) {
        result.status = Status::signalled;
        result.message =
            status.fault == Fault::segmentation ? status.message : describe_signal(process.signal, result, options);
    } else if (failed) {
        result.message = fmt::format("exit code {}", process.exit_code);
    }
}

}  // namespace

RunResult run(const fs::path& executable, const RunOptions& options) {
    std::optional<TemporaryDirectory> own_directory;
    fs::path work = options.working_directory;
    if (work.empty()) work = own_directory.emplace().path();
    const TemporaryDirectory channel;
    const fs::path status_file = channel.path() / "status";
    const StatusFile channel_end(status_file);

    SandboxOptions sandbox;
    sandbox.argv = {fs::absolute(executable)};
    sandbox.argv.insert(sandbox.argv.end(), options.arguments.begin(), options.arguments.end());
    const int threads = std::max(options.threads, 1);
    sandbox.environment = {fmt::format("{}={}", cpu::kThreadsVariable, threads),
                           fmt::format("{}={}", cpu::kTimeVariable, options.timeout_s),
                           fmt::format("{}={}", cpu::kStatusVariable, status_file.string()), "MALLOC_ARENA_MAX=2"};
    if (options.check) {
        sandbox.environment.push_back(fmt::format("{}={}", cpu::kMemoryVariable, options.memory_bytes));
        if (options.steps > 0) sandbox.environment.push_back(fmt::format("{}={}", cpu::kStepsVariable, options.steps));
    }
    sandbox.working_directory = work;
    sandbox.readable = options.readable;
    sandbox.readable.push_back(executable);
    sandbox.writable = {channel.path()};
    sandbox.standard_input = options.standard_input;
    sandbox.timeout_s = options.timeout_s;
    sandbox.cpu_seconds = static_cast<long>(std::ceil(options.timeout_s * threads)) + 1;
    sandbox.memory_bytes = options.memory_bytes + kBaseMemory + threads * kWorkerMemory;
    // What the limit above does not count: mappings shared with nobody, by which the runtime keeps stacks and cells.
    sandbox.resident_bytes = sandbox.memory_bytes + kUsedStacks + (options.check ? kCells * options.memory_bytes : 0);
    if (!options.check) sandbox.address_bytes = sandbox.memory_bytes + kStacks;
    sandbox.file_bytes = options.file_bytes;
    sandbox.inherit_streams = options.inherit_streams;

    ProcessResult process = run_sandboxed(sandbox);
    const ProgramStatus status = channel_end.read();
    RunResult result;
    result.exit_code = process.exit_code;
    result.signal = process.signal;
    result.out = std::move(process.out);
    result.err = std::move(process.err);
    result.seconds = process.seconds;
    result.kernel_launches = static_cast<long>(status.launches);
    classify(process, status, options, result);
    if (options.check) {
        result.reports = read_reports(status, executable);
        if (result.status == RunResult::Status::timeout) {
            Report& late = result.reports.emplace_back();
            late.kind = "timeout";
            late.text = result.message;
        }
    }
    return result;
}

}  // namespace cuset::execute
