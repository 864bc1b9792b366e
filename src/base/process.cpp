#include "base/process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "base/interrupt.h"

extern char** environ;

namespace cuset {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
    int read = -1, write = -1;
    Pipe() {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0) run_error("cannot make a pipe: {}", std::strerror(errno));
        read = ends[0], write = ends[1];
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() { close_read(), close_write(); }
    void close_read() {
        if (read >= 0) ::close(std::exchange(read, -1));
    }
    void close_write() {
        if (write >= 0) ::close(std::exchange(write, -1));
    }
};

void limit(int resource, long value) {
    if (value <= 0) return;
    const rlimit limits{static_cast<rlim_t>(value), static_cast<rlim_t>(value)};
    ::setrlimit(static_cast<__rlimit_resource_t>(resource), &limits);
}

// In the child, between fork and exec: only async-signal-safe calls.
[[noreturn]] void exec_child(const ProcessOptions& options, char* const* argv, char* const* env, Pipe* streams,
                             int error_pipe, pid_t parent) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(127);  // it ended before the call above
    if (!options.inherit_streams) {
        ::dup2(streams[0].read, 0);
        ::dup2(streams[1].write, 1);
        ::dup2(streams[2].write, 2);
    }
    limit(RLIMIT_CPU, options.cpu_seconds);
    limit(RLIMIT_FSIZE, options.file_bytes);
    limit(RLIMIT_AS, options.address_space_bytes);
    limit(RLIMIT_DATA, options.data_bytes);
    limit(RLIMIT_CORE, 0);
    std::signal(SIGPIPE, SIG_DFL);
    // Descriptors that whoever started us left open.
    ::syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC);
    const bool there = options.working_directory.empty() || ::chdir(options.working_directory.c_str()) == 0;
    if (there && (!options.before_exec || options.before_exec())) ::execvpe(argv[0], argv, env);
    const int code = errno;
    [[maybe_unused]] const ssize_t n = ::write(error_pipe, &code, sizeof code);
    ::_exit(127);
}

void take_output(int fd, std::string& into, bool& truncated, size_t keep, bool& open) {
    std::array<char, 1 << 16> buffer;
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (n <= 0) {
        open = false;
        return;
    }
    const size_t room = keep - std::min(keep, into.size());
    into.append(buffer.data(), std::min(room, static_cast<size_t>(n)));
    truncated = truncated || static_cast<size_t>(n) > room;
}

// Of a process and its descendants, by the kernel's tables; 0 for what has ended meanwhile.
long resident_bytes(pid_t process) {
    const std::string directory = "/proc/" + std::to_string(process);
    long bytes = 0;
    std::error_code error;
    for (const auto& task : std::filesystem::directory_iterator(directory + "/task", error)) {
        std::ifstream children(task.path() / "children"), status(task.path() / "status");
        for (pid_t child = 0; children >> child;) bytes += resident_bytes(child);
        // Threads share it, but one that has ended shows none.
        long own = 0;
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("VmRSS:") || line.starts_with("VmPTE:")) own += std::atol(line.c_str() + 6) * 1024;
        if (own == 0) continue;
        bytes += own;
        break;
    }
    return bytes;
}

void kill_group(pid_t child) {
    ::kill(child, SIGKILL);  // should it have left its group
    ::kill(-child, SIGKILL);
}

// Feeds and drains the child's streams until it has ended, the deadline passed or a signal came.
// Returns true when the child was ended by us.
bool pump(const ProcessOptions& options, pid_t child, Pipe* streams, Clock::time_point deadline, ProcessResult& result,
          int& status, rusage& usage) {
    size_t fed = 0;
    bool open[3] = {true, true, true};
    auto next_look = Clock::now();
    for (;;) {
        if (open[0] && fed == options.standard_input.size()) streams[0].close_write(), open[0] = false;
        pollfd watched[3];
        nfds_t count = 0;
        for (int i = 0; i < 3; ++i)
            if (open[i])
                watched[count++] = {i == 0 ? streams[0].write : streams[i].read,
                                    static_cast<short>(i == 0 ? POLLOUT : POLLIN), 0};
        ::poll(watched, count, count > 1 ? 20 : 2);
        for (nfds_t k = 0; k < count; ++k) {
            if (watched[k].revents == 0) continue;
            if (open[0] && watched[k].fd == streams[0].write) {
                const ssize_t n =
                    ::write(streams[0].write, options.standard_input.data() + fed, options.standard_input.size() - fed);
                if (n > 0) fed += static_cast<size_t>(n);
                if (n < 0 && errno != EAGAIN && errno != EINTR) fed = options.standard_input.size();
            } else if (open[1] && watched[k].fd == streams[1].read) {
                take_output(watched[k].fd, result.out, result.out_truncated, options.output_limit, open[1]);
            } else {
                take_output(watched[k].fd, result.err, result.err_truncated, options.output_limit, open[2]);
            }
        }
        if (::wait4(child, &status, WNOHANG, &usage) == child) {
            ::kill(-child, SIGKILL);  // background processes that it left would keep the pipes open
            for (int i = 1; i < 3; ++i) {
                pollfd last{streams[i].read, POLLIN, 0};
                while (open[i] && ::poll(&last, 1, 100) > 0)
                    take_output(last.fd, i == 1 ? result.out : result.err,
                                i == 1 ? result.out_truncated : result.err_truncated, options.output_limit, open[i]);
            }
            return false;
        }
        const bool late = options.timeout_s > 0 && Clock::now() >= deadline;
        if (options.resident_bytes > 0 && Clock::now() >= next_look) {
            result.out_of_memory = resident_bytes(child) > options.resident_bytes;
            next_look = Clock::now() + std::chrono::milliseconds(20);
        }
        if (!late && !result.out_of_memory && interrupted() == 0) continue;
        result.timed_out = late;
        kill_group(child);
        while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {
        }
        return true;
    }
}

}  // namespace

ProcessResult run_process(const ProcessOptions& options) {
    CUSET_ASSERT(!options.argv.empty());
    std::vector<char*> argv, env;
    for (const auto& text : options.argv) argv.push_back(const_cast<char*>(text.c_str()));
    argv.push_back(nullptr);
    if (options.environment)
        for (const auto& text : *options.environment) env.push_back(const_cast<char*>(text.c_str()));
    env.push_back(nullptr);

    Pipe streams[3], failure;
    const auto start = Clock::now();
    const auto deadline = start + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(options.timeout_s > 0 ? options.timeout_s : 0.0));
    const pid_t parent = ::getpid(), child = ::fork();
    if (child < 0) run_error("cannot start {}: {}", options.argv[0], std::strerror(errno));
    if (child == 0)
        exec_child(options, argv.data(), options.environment ? env.data() : environ, streams, failure.write, parent);
    ::setpgid(child, child);
    streams[0].close_read(), streams[1].close_write(), streams[2].close_write(), failure.close_write();
    int code = 0;
    ssize_t got = 0;
    while ((got = ::read(failure.read, &code, sizeof code)) < 0 && errno == EINTR) {
    }
    int status = 0;
    rusage usage{};
    if (got == sizeof code) {
        ::waitpid(child, &status, 0);
        run_error("cannot start {}: {}", options.argv[0], std::strerror(code));
    }
    // A child that closes its stdin early must not end us; a second terminal signal must reach it.
    std::signal(SIGPIPE, SIG_IGN);
    ::fcntl(streams[0].write, F_SETFL, O_NONBLOCK);

    ProcessResult result;
    pump(options, child, streams, deadline, result, status, usage);
    throw_if_interrupted();
    result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    result.max_rss_bytes = usage.ru_maxrss * 1024L;
    if (WIFSIGNALED(status)) {
        result.signal = WTERMSIG(status);
        result.exit_code = 128 + result.signal;
    } else {
        result.exit_code = WEXITSTATUS(status);
    }
    return result;
}

std::filesystem::path find_program(const std::string& name) {
    const char* list = std::getenv("PATH");
    std::string_view rest = list == nullptr ? "/usr/bin:/bin" : list;
    while (!rest.empty()) {
        const size_t end = std::min(rest.find(':'), rest.size());
        const auto candidate = std::filesystem::path(rest.substr(0, end)) / name;
        if (::access(candidate.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(candidate)) return candidate;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

}  // namespace cuset
