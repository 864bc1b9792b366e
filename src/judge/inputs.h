// The bytes of input arrays: a function of distribution, seed and position alone, the same on every machine.
#pragma once

#include <cstddef>
#include <vector>

#include "judge/task.h"

namespace cuset::judge {

using Bytes = std::vector<std::byte>;

// The values of input number `index` of a case, in the array's dtype. Distributions: uniform(a,b), in [a, b);
// normal, mean 0 and variance 1; integers(a,b), a and b included, shape expressions; permutation of 0 .. count - 1.
// Throws UserError for an unknown distribution or bounds that the dtype cannot hold.
Bytes make_input(const Array& array, const Case& one, size_t index);

// Throws UserError where make_input would, without making anything.
void check_distribution(const Array& array, const Case& one);

// Values of `dtype` as a reference takes them: float32 widened to double, others as they are.
Bytes widen(const Bytes& bytes, const Dtype& dtype);

}  // namespace cuset::judge
