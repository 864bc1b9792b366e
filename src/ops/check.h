// What the CPU kernels take for granted.
#pragma once

#include <ATen/core/Tensor.h>

#include "base/error.h"

namespace cuset::ops {

// fp32, two dimensions, contiguous, on the CPU.
inline void check_matrix(const at::Tensor& x) {
    CUSET_ASSERT(x.dim() == 2 && x.is_contiguous() && x.scalar_type() == at::kFloat && x.is_cpu());
}

}  // namespace cuset::ops
