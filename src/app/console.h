// What a person at the terminal sees. Only src/app prints.
#pragma once

#include <chrono>
#include <string>

#include "base/progress.h"

namespace cuset::app {

// A line with rate and time left on stderr: redrawn in place on a terminal; elsewhere a plain line every ten seconds.
class ProgressLine {
   public:
    explicit ProgressLine(std::string title) : title_(std::move(title)) {}
    ~ProgressLine();
    ProgressCallback callback();

   private:
    void show(const Progress& progress);
    using Clock = std::chrono::steady_clock;
    std::string title_;
    Clock::time_point begin_ = Clock::now(), shown_{};
    long first_done_ = -1;
    bool drawn_ = false;
};

// One line on stderr.
void say(const std::string& line);

// One line when programs run without bubblewrap, and so can read and write what the user can.
void warn_about_sandbox();

// "41 s", "3 min 20 s", "1 h 05 min".
std::string duration(double seconds);

}  // namespace cuset::app
