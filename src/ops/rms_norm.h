// Root-mean-square normalisation (Zhang and Sennrich 2019): y = x / sqrt(mean(x^2) + eps) * weight.
#pragma once

#include <ATen/core/Tensor.h>

namespace cuset::ops {

// x [T, H] and weight [H], fp32, contiguous. Returns y [T, H]. `inverse_rms` [T] receives 1 / sqrt(mean(x^2) + eps).
at::Tensor rms_norm(const at::Tensor& x, const at::Tensor& weight, double eps, at::Tensor& inverse_rms);

// y again from x and its inverse_rms: cheaper to repeat than to keep.
at::Tensor rms_norm_again(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& inverse_rms);

// dx += the gradient of x, given dy [T, H]: with x' = x * inverse_rms and g = dy * weight,
// dx = inverse_rms * (g - x' * mean(g * x')).
void rms_norm_backward(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& weight,
                       const at::Tensor& inverse_rms, at::Tensor& dx);

// d_weight [H] += the gradient of the weight: the sum over rows of dy * x'.
void rms_norm_weight_backward(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& inverse_rms,
                              at::Tensor& d_weight);

}  // namespace cuset::ops
