// AdamW (Loshchilov and Hutter 2019), one pass over flat fp32 tensors.
#pragma once

#include <ATen/core/Tensor.h>

namespace cuset::ops {

struct AdamwOptions {
    double lr, beta1, beta2, eps, weight_decay;
};

// Update number `step` (1 for the first):
//   p -= lr * weight_decay * p;  m = b1 m + (1 - b1) g;  v = b2 v + (1 - b2) g^2
//   p -= lr / (1 - b1^step) * m / (sqrt(v / (1 - b2^step)) + eps)
// All tensors have the same length; parameter, m and v are changed in place.
void adamw(at::Tensor& parameter, const at::Tensor& gradient, at::Tensor& m, at::Tensor& v, long step,
           const AdamwOptions& options);

}  // namespace cuset::ops
