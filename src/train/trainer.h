// A training run from configuration to last checkpoint.
#pragma once

#include <functional>
#include <string>

#include "base/progress.h"
#include "train/config.h"
#include "train/step.h"

namespace cuset::train {

// What the run tells while it works. Both may be empty.
struct TrainEvents {
    ProgressCallback progress;                        // in optimizer steps
    std::function<void(const std::string&)> message;  // one line: what was loaded, dropped, warned about
};

struct TrainSummary {
    long steps = 0, samples = 0, dropped = 0, cut = 0, skipped_steps = 0;
    double final_loss = 0;       // mean of the last tenth of the steps
    double tokens_per_s = 0;     // over the whole run, without loading
    double percent_of_peak = 0;  // of the machine's measured fp32 matrix product
    long peak_rss_bytes = 0;
    double seconds = 0;
    std::filesystem::path adapter;
    bool resumed = false;
};

// Trains as configured; writes config.yaml, metrics.jsonl, checkpoints/ and summary.json below config.output. Resumes
// from the newest checkpoint of the same configuration and data unless `fresh`. On SIGINT or SIGTERM: finishes the
// step, saves a checkpoint and throws Interrupted.
TrainSummary train(const TrainConfig& config, bool fresh, const TrainEvents& events);

// Loads and checks everything that train() would, and returns how many samples and steps it would take.
TrainSummary validate(const TrainConfig& config, const TrainEvents& events);

// GFLOP/s of fp32 matrix products of 1024 x 1024 on this machine now (about 0.3 s).
double measure_matmul_gflops();

}  // namespace cuset::train
