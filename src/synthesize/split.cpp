#include "synthesize/split.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace cuset::synthesize {
namespace {

// Takes again and again the composition whose blocks were used least; among equals the first.
std::vector<Composition> balanced(std::vector<Composition> rest) {
    std::map<std::string, long> used;
    std::vector<Composition> order;
    while (!rest.empty()) {
        const auto cost = [&](const Composition& composition) {
            double sum = 0;
            for (const std::string& block : composition) sum += static_cast<double>(used[block]);
            return sum / static_cast<double>(composition.size());
        };
        const auto least = std::min_element(
            rest.begin(), rest.end(), [&](const Composition& a, const Composition& b) { return cost(a) < cost(b); });
        for (const std::string& block : *least) ++used[block];
        order.push_back(std::move(*least));
        rest.erase(least);
    }
    return order;
}

}  // namespace

Split split(const Family& family, double share, uint64_t seed) {
    std::vector<Composition> all = family.compositions();
    Random(seed, fmt::format("split/{}", family.name)).shuffle(all);
    std::map<std::string, long> left;  // training compositions that have a block
    for (const Composition& composition : all)
        for (const std::string& block : composition) ++left[block];
    const auto wanted = static_cast<size_t>(std::ceil(share * static_cast<double>(all.size())));
    Split result;
    for (Composition& composition : all) {
        const bool spare = std::all_of(composition.begin(), composition.end(),
                                       [&](const std::string& block) { return left[block] > 1; });
        if (result.held_out.size() >= wanted || !spare) {
            result.training.push_back(std::move(composition));
            continue;
        }
        for (const std::string& block : composition) --left[block];
        result.held_out.push_back(std::move(composition));
    }
    result.training = balanced(std::move(result.training));
    result.held_out = balanced(std::move(result.held_out));
    return result;
}

}  // namespace cuset::synthesize
