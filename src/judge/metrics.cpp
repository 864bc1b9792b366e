#include "judge/metrics.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/hash.h"

namespace cuset::judge {
namespace {

constexpr int kResamples = 10000;
constexpr uint64_t kBootstrapSeed = 20260615;

// Linear interpolation between the closest ranks, as NumPy's default.
double quantile(const std::vector<double>& sorted, double q) {
    if (sorted.empty()) return 0;
    const double at = q * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<size_t>(at);
    const size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

std::pair<double, double> bootstrap(const std::vector<double>& values) {
    const auto last = static_cast<long>(values.size()) - 1;
    Random random(kBootstrapSeed);
    std::vector<double> means(kResamples);
    for (double& one : means) {
        double sum = 0;
        for (long i = 0; i <= last; ++i) sum += values[static_cast<size_t>(random.integer(0, last))];
        one = sum / static_cast<double>(values.size());
    }
    std::sort(means.begin(), means.end());
    return {quantile(means, 0.025), quantile(means, 0.975)};
}

// What the samples of a task say about one question: yes, no, or undecided.
enum class Answer { no, yes, open };

Answer compile_answer(const Result& result) {
    if (undecided(result.verdict)) return result.compiled ? Answer::yes : Answer::open;
    return result.compiled ? Answer::yes : Answer::no;
}

Answer function_answer(const Result& result) {
    if (undecided(result.verdict)) return Answer::open;
    return result.passed ? Answer::yes : Answer::no;
}

using ByTask = std::map<std::string, std::vector<const Result*>>;  // samples in the order of their ids

ByTask group(const std::vector<Result>& results) {
    ByTask tasks;
    for (const Result& result : results) tasks[result.task_id].push_back(&result);
    for (auto& [id, samples] : tasks)
        std::sort(samples.begin(), samples.end(),
                  [](const Result* a, const Result* b) { return a->sample_id < b->sample_id; });
    return tasks;
}

PassRates pass_rates(const ByTask& tasks, const std::vector<long>& ks, Answer (*answer)(const Result&)) {
    PassRates rates;
    std::vector<double> low, high;
    for (const auto& [id, samples] : tasks) {
        const Answer first = answer(*samples.front());
        low.push_back(first == Answer::yes ? 1 : 0);
        high.push_back(first == Answer::no ? 0 : 1);
    }
    rates.first = rate(low, high);
    for (const long k : ks) {
        low.clear();
        high.clear();
        for (const auto& [id, samples] : tasks) {
            long yes = 0, open = 0;
            for (const Result* sample : samples) {
                yes += answer(*sample) == Answer::yes;
                open += answer(*sample) == Answer::open;
            }
            const auto n = static_cast<long>(samples.size());
            if (k > n)
                user_error("pass@{} needs {} samples a task, but task \"{}\" has {}; sample more or ask for a lower k",
                           k, k, id, n);
            low.push_back(pass_at_k(n, yes, k));
            high.push_back(pass_at_k(n, yes + open, k));
        }
        rates.at_k.emplace_back(k, rate(low, high));
    }
    return rates;
}

}  // namespace

double pass_at_k(long n, long c, long k) {
    CUSET_ASSERT(0 <= c && c <= n);
    if (k < 1 || k > n) user_error("pass@{} cannot be estimated from {} samples; use 1 <= k <= {}", k, n, n);
    if (n - c < k) return 1;
    double all_fail = 1;  // C(n-c, k) / C(n, k) = product of 1 - k / i over i in (n-c, n]
    for (long i = n - c + 1; i <= n; ++i) all_fail *= 1 - static_cast<double>(k) / static_cast<double>(i);
    return 1 - all_fail;
}

Rate rate(const std::vector<double>& low, const std::vector<double>& high) {
    CUSET_ASSERT(!low.empty() && low.size() == high.size());
    const auto below = bootstrap(low);
    const auto above = low == high ? below : bootstrap(high);
    return {100 * mean(low), 100 * mean(high), 100 * below.first, 100 * above.second};
}

Summary summarize(const std::vector<Result>& results, const std::vector<long>& ks) {
    if (results.empty()) user_error("there are no results to summarise; judge at least one sample");
    const ByTask tasks = group(results);
    Summary summary;
    summary.tasks = static_cast<long>(tasks.size());
    summary.samples = static_cast<long>(results.size());
    summary.compile = pass_rates(tasks, ks, compile_answer);
    summary.function = pass_rates(tasks, ks, function_answer);
    std::vector<double> tokens;
    for (const Result& result : results) {
        if (result.tokens) tokens.push_back(static_cast<double>(*result.tokens));
        ++summary.verdicts[static_cast<size_t>(result.verdict)];
    }
    std::sort(tokens.begin(), tokens.end());
    if (!tokens.empty()) summary.tokens = {mean(tokens), quantile(tokens, 0.5), quantile(tokens, 0.95)};
    return summary;
}

double mcnemar_exact(long one_way, long other_way) {
    const long flips = one_way + other_way, fewer = std::min(one_way, other_way);
    double tail = 0;
    for (long i = 0; i <= fewer; ++i) {
        const auto n = static_cast<double>(flips), k = static_cast<double>(i);
        tail += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::log(2.0));
    }
    return std::min(1.0, 2 * tail);
}

Paired compare_paired(const std::vector<Result>& first, const std::vector<Result>& second) {
    const ByTask ours = group(first), theirs = group(second);
    Paired paired;
    for (const auto& [id, samples] : theirs) paired.left_out += ours.count(id) == 0;
    for (const auto& [id, samples] : ours) {
        const auto other = theirs.find(id);
        if (other == theirs.end() || undecided(samples.front()->verdict) || undecided(other->second.front()->verdict)) {
            ++paired.left_out;
            continue;
        }
        const bool a = samples.front()->passed, b = other->second.front()->passed;
        ++paired.tasks;
        ++(a ? (b ? paired.both : paired.only_first) : (b ? paired.only_second : paired.neither));
    }
    paired.p = mcnemar_exact(paired.only_first, paired.only_second);
    return paired;
}

}  // namespace cuset::judge
