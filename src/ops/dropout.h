// Dropout whose mask is a function of (row key, module, column) alone: nothing is stored, and neither packing nor the
// size of a micro-step changes it.
#pragma once

#include <ATen/core/Tensor.h>

namespace cuset::ops {

// x * keep / (1 - probability). x [T, n]; row_keys int64 [T].
at::Tensor dropout(const at::Tensor& x, const at::Tensor& row_keys, uint64_t module, double probability);

// y += x * keep / (1 - probability) with the same mask.
void add_dropout(at::Tensor& y, const at::Tensor& x, const at::Tensor& row_keys, uint64_t module, double probability);

}  // namespace cuset::ops
