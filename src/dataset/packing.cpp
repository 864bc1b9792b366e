#include "dataset/packing.h"

#include <algorithm>
#include <numeric>

#include "base/hash.h"

namespace cuset::dataset {

std::vector<std::vector<size_t>> epoch_order(size_t count, size_t samples, uint64_t seed, long epoch) {
    CUSET_ASSERT(samples > 0);
    std::vector<size_t> order(count);
    std::iota(order.begin(), order.end(), size_t{0});
    Random random(mix64(seed) ^ static_cast<uint64_t>(epoch), "order");
    random.shuffle(order);
    std::vector<std::vector<size_t>> steps;
    for (size_t begin = 0; begin < count; begin += samples)
        steps.emplace_back(order.begin() + static_cast<long>(begin),
                           order.begin() + static_cast<long>(std::min(count, begin + samples)));
    return steps;
}

std::vector<std::vector<size_t>> pack_best_fit(const std::vector<int64_t>& lengths, int64_t capacity) {
    std::vector<size_t> order(lengths.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return lengths[a] > lengths[b]; });
    std::vector<std::vector<size_t>> bins;
    std::vector<int64_t> room;
    for (const size_t item : order) {
        size_t best = bins.size();
        for (size_t b = 0; b < bins.size(); ++b)
            if (room[b] >= lengths[item] && (best == bins.size() || room[b] < room[best])) best = b;
        if (best == bins.size()) {
            bins.emplace_back();
            room.push_back(capacity);
        }
        bins[best].push_back(item);
        room[best] -= lengths[item];
    }
    return bins;
}

}  // namespace cuset::dataset
