// Linear layers with low-rank adapters (Hu et al. 2021): y = x W^T + b + scale * (dropout(x) A^T) B^T.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace cuset::ops {

// One adapter on `width` output columns of a (possibly fused) linear layer, beginning at column `first`.
// a [rank, in], b [width, rank]; d_a and d_b receive the gradients (added to).
struct LoraSlice {
    at::Tensor a, b, d_a, d_b;
    int64_t first, width;
    uint64_t module;  // counts the adapted modules; part of the dropout key
};

struct LoraDropout {
    double probability = 0;  // 0: none
    at::Tensor row_keys;     // int64 [T]: a hash of (seed, step, sample, position)
};

// A linear layer's weight [out, in] and bias [out], which may be undefined. As a gradient: both undefined when frozen.
struct LinearParameters {
    at::Tensor weight, bias;
};

// x W^T + b for x [T, in].
at::Tensor linear(const at::Tensor& x, const LinearParameters& parameters);

// With adapters. `low_rank` receives dropout(x) A^T [T, rank] for each slice.
at::Tensor lora_linear(const at::Tensor& x, const LinearParameters& parameters, const std::vector<LoraSlice>& slices,
                       double scale, const LoraDropout& dropout, std::vector<at::Tensor>& low_rank);

// Adds to d_a and d_b of every slice, and to `gradient` where it is not null. Returns dx [T, in], or an undefined
// tensor when it is not wanted.
at::Tensor lora_linear_backward(const at::Tensor& dy, const at::Tensor& x, const LinearParameters& parameters,
                                const LinearParameters* gradient, const std::vector<LoraSlice>& slices, double scale,
                                const LoraDropout& dropout, const std::vector<at::Tensor>& low_rank, bool want_dx);

}  // namespace cuset::ops
