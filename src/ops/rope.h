// Rotary position embedding (Su et al. 2021), Hugging Face's pairing of dimension i with i + head_dim / 2.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace cuset::ops {

// Angle i of a token at position p is p * inverse_frequency[i], rounded to fp32 as Hugging Face rounds it; its cosine
// and sine are multiplied by `scale` (YaRN's attention factor, else 1).
struct RotaryFrequencies {
    std::vector<float> inverse_frequency;  // head_dim / 2
    float scale = 1;
};

// Cosine and sine of each row's angles: [T, head_dim / 2] each.
struct RotaryAngles {
    at::Tensor cos, sin;
};

// Rows [first, first + count) of `angles`, for positions[first ..] (int64 [T]).
void fill_angles(RotaryAngles& angles, int64_t first, int64_t count, const at::Tensor& positions,
                 const RotaryFrequencies& frequencies);

// Rotates, in place, the first `heads` groups of head_dim columns of x [T, columns] by each row's angles; `inverse`
// applies the transpose, which is the gradient.
void rope(at::Tensor& x, int64_t heads, int64_t head_dim, const RotaryAngles& angles, bool inverse);

}  // namespace cuset::ops
