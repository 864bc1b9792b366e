// pass@k, intervals, and paired comparison of results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/verdict.h"

namespace cuset::judge {

// The unbiased estimate of pass@k from n samples of which c pass: 1 - C(n-c, k) / C(n, k) (Chen et al. 2021,
// arXiv 2107.03374). Throws UserError for k < 1 or k > n.
double pass_at_k(long n, long c, long k);

// A mean over tasks in percent, with its 95 % interval by the percentile bootstrap over tasks (10,000 resamples, fixed
// seed). `low` counts every undecided sample as failed, `high` as passed; they are equal when all are decided. The
// interval reaches from that of `low` to that of `high`.
struct Rate {
    double low = 0, high = 0;
    double interval_low = 0, interval_high = 0;
    bool decided() const { return low == high; }
};

// The rate of one value in [0, 1] a task, for both ends of the range.
Rate rate(const std::vector<double>& low, const std::vector<double>& high);

struct PassRates {
    Rate first;                               // pass@1 of each task's sample with the lowest id
    std::vector<std::pair<long, Rate>> at_k;  // unbiased, by k
};

// Over the samples that say how many tokens they have.
struct TokenCounts {
    double mean = 0, median = 0, p95 = 0;
};

struct Summary {
    long tasks = 0, samples = 0;
    PassRates compile, function;
    std::optional<TokenCounts> tokens;  // none where no sample says its own
    std::array<long, kVerdictCount> verdicts{};
};

// Over all tasks that have results. Throws UserError for no results, or a k above the samples of some task, which it
// names.
Summary summarize(const std::vector<Result>& results, const std::vector<long>& ks);

Json to_json(const Summary& summary);

enum class TableStyle { text, markdown };
// The table of rates, tokens and verdicts, one row a figure.
std::string render(const Summary& summary, TableStyle style);

// Two runs over the same tasks, by each task's first sample. Tasks that only one has, or where one is undecided, are
// left out and counted.
struct Paired {
    long tasks = 0, left_out = 0;
    long both = 0, neither = 0, only_first = 0, only_second = 0;
    double p = 1;  // McNemar's exact test, two-sided: binomial of the flips with probability 1/2
};

Paired compare_paired(const std::vector<Result>& first, const std::vector<Result>& second);
Json to_json(const Paired& paired);

// The p-value of McNemar's exact test for the numbers of flips in the two directions.
double mcnemar_exact(long one_way, long other_way);

}  // namespace cuset::judge
