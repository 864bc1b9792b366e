// Errors. The library throws; only src/app prints and chooses the exit code.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace cuset {

// What the user can mend: wrong input, configuration or environment. what() is the whole line without the
// "cuset: " prefix: "FILE:LINE: what is wrong; what to do". Exit code 2.
class UserError : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
};

// A run that failed although its input was right: disk full, a child that could not start. Exit code 1.
class RunError : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
};

// SIGINT or SIGTERM was received and the work stopped at a safe place. Exit code 128 + signal.
class Interrupted : public std::runtime_error {
   public:
    explicit Interrupted(int signal_number);
    int signal_number;
};

template <typename... Args>
[[noreturn]] void user_error(fmt::format_string<Args...> format, Args&&... args) {
    throw UserError(fmt::format(format, std::forward<Args>(args)...));
}

template <typename... Args>
[[noreturn]] void run_error(fmt::format_string<Args...> format, Args&&... args) {
    throw RunError(fmt::format(format, std::forward<Args>(args)...));
}

[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace cuset

// For faults of ours alone; no input of a user may reach one.
#define CUSET_ASSERT(condition) \
    (static_cast<bool>(condition) ? void(0) : ::cuset::assertion_failed(#condition, __FILE__, __LINE__))
