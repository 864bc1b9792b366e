#include "app/console.h"

#include <unistd.h>

#include <cstdio>

#include "base/error.h"
#include "execute/sandbox.h"

namespace cuset::app {

void say(const std::string& line) {
    fmt::print(stderr, "{}\n", line);
}

void warn_about_sandbox() {
    const std::string& sandbox = execute::sandbox_state();
    if (sandbox.starts_with("Landlock"))
        say(fmt::format("cuset: warning: programs are isolated by {}, not by bubblewrap", sandbox));
    else if (!sandbox.starts_with("bubblewrap"))
        say(fmt::format("cuset: warning: programs are not isolated from your files ({}); install bubblewrap", sandbox));
}

std::string duration(double seconds) {
    const long s = static_cast<long>(seconds + 0.5);
    if (s < 60) return fmt::format("{} s", s);
    if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
    return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
}

ProgressCallback ProgressLine::callback() {
    return [this](const Progress& progress) { show(progress); };
}

ProgressLine::~ProgressLine() {
    if (drawn_ && ::isatty(2) != 0) fmt::print(stderr, "\n");
}

void ProgressLine::show(const Progress& p) {
    const auto now = Clock::now();
    const bool terminal = ::isatty(2) != 0, last = p.done >= p.total;
    if (first_done_ < 0) first_done_ = p.done > 1 ? p.done : 0;  // a resumed run begins in the middle
    const double since = std::chrono::duration<double>(now - shown_).count();
    if (drawn_ && !last && since < (terminal ? 0.1 : 10.0)) return;
    shown_ = now;
    drawn_ = true;
    const double elapsed = std::chrono::duration<double>(now - begin_).count();
    const long fresh = p.done - first_done_;
    std::string text = fmt::format("{}: {}/{}", title_, p.done, p.total);
    if (!p.note.empty()) text += ", " + p.note;
    if (last)
        text += fmt::format(", took {}", duration(elapsed));
    else if (fresh * 20 >= p.total - first_done_)  // before a twentieth is done the rate says little
        text += fmt::format(", {} left",
                            duration(elapsed / static_cast<double>(fresh) * static_cast<double>(p.total - p.done)));
    if (terminal)
        fmt::print(stderr, "\r\033[K{}", text);
    else
        fmt::print(stderr, "{}\n", text);
    std::fflush(stderr);
}

}  // namespace cuset::app
