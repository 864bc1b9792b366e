// How long work reports where it stands. The library calls; src/app draws.
#pragma once

#include <functional>
#include <string>

namespace cuset {

struct Progress {
    long done = 0, total = 0;  // in units of the caller's (samples, steps, answers)
    std::string note;          // e.g. "loss 0.41, 212 tokens/s"
};

// Called from the thread that called the library. May be empty.
using ProgressCallback = std::function<void(const Progress&)>;

}  // namespace cuset
