// Linear layers with low-rank adapters (Hu et al. 2021): y = x W^T + scale * (dropout(x) A^T) B^T.
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

// x [T, in], weight [out, in]. `low_rank` receives dropout(x) A^T [T, rank] for each slice. No slices: y = x W^T.
at::Tensor lora_linear(const at::Tensor& x, const at::Tensor& weight, const std::vector<LoraSlice>& slices,
                       double scale, const LoraDropout& dropout, std::vector<at::Tensor>& low_rank);

// Adds to d_a and d_b of every slice. Returns dx [T, in], or an undefined tensor when it is not wanted.
at::Tensor lora_linear_backward(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& weight,
                                const std::vector<LoraSlice>& slices, double scale, const LoraDropout& dropout,
                                const std::vector<at::Tensor>& low_rank, bool want_dx);

}  // namespace cuset::ops
