// Which samples make an optimizer step, and how they are packed into micro-steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cuset::dataset {

// The samples of every optimizer step of an epoch: a permutation of 0 .. count-1, drawn from (seed, epoch), in groups
// of `samples` (the last may be smaller). Every sample is used once an epoch.
std::vector<std::vector<size_t>> epoch_order(size_t count, size_t samples, uint64_t seed, long epoch);

// Packs lengths into bins of at most `capacity` tokens by best fit, longest first; an item longer than the capacity
// gets a bin of its own. Returns indices into `lengths`; deterministic.
std::vector<std::vector<size_t>> pack_best_fit(const std::vector<int64_t>& lengths, int64_t capacity);

}  // namespace cuset::dataset
