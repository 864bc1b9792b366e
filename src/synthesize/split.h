// Which compositions training sees and which are kept for held-out tasks.
#pragma once

#include <cstdint>
#include <vector>

#include "synthesize/problem.h"

namespace cuset::synthesize {

struct Split {
    // Both in an order in which the building blocks come up about equally often from the start.
    std::vector<Composition> training, held_out;
};

// Holds out about `share` of a family's compositions, drawn by `seed`. Every building block stays in some training
// composition; the two lists have no composition in common.
Split split(const Family& family, double share, uint64_t seed);

}  // namespace cuset::synthesize
