// Rotary position embedding (Su et al. 2021), Hugging Face's pairing of dimension i with i + head_dim / 2.
#pragma once

#include <ATen/core/Tensor.h>

namespace cuset::ops {

// cos and sin of position * theta^(-2 i / head_dim): [positions, head_dim / 2] each.
struct RopeTable {
    at::Tensor cos, sin;
};
RopeTable make_rope_table(int64_t positions, int64_t head_dim, double theta);

// Rotates, in place, the first `heads` groups of head_dim columns of x [T, columns] by each row's position (int64 [T]);
// `inverse` rotates back, which is the gradient.
void rope(at::Tensor& x, int64_t heads, int64_t head_dim, const at::Tensor& positions, const RopeTable& table,
          bool inverse);

}  // namespace cuset::ops
