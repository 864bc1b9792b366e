#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "generate/generate.h"

namespace cuset::generate {

int sample_token(std::span<const float> logits, double temperature, double top_p, double uniform) {
    CUSET_ASSERT(!logits.empty());
    const auto best = std::max_element(logits.begin(), logits.end());
    if (temperature <= 0) return static_cast<int>(best - logits.begin());
    struct Candidate {
        double weight;
        int id;
    };
    // Tokens below e^-30 of the best one cannot matter in fp64.
    const double cut = static_cast<double>(*best) - 30 * temperature;
    std::vector<Candidate> candidates;
    double total = 0;
    for (size_t i = 0; i < logits.size(); ++i) {
        const auto z = static_cast<double>(logits[i]);
        if (z < cut) continue;
        candidates.push_back({std::exp((z - static_cast<double>(*best)) / temperature), static_cast<int>(i)});
        total += candidates.back().weight;
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.id < b.id;
    });
    double kept = 0;
    size_t count = 0;
    while (count < candidates.size() && (count == 0 || kept < top_p * total)) kept += candidates[count++].weight;
    double at = uniform * kept;
    for (size_t i = 0; i < count; ++i) {
        at -= candidates[i].weight;
        if (at < 0) return candidates[i].id;
    }
    return candidates[count - 1].id;
}

}  // namespace cuset::generate
