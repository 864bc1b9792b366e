// The rotary frequencies of a model.
#pragma once

#include "model/config.h"
#include "ops/rope.h"

namespace cuset::model {

// For a document of `length` tokens, with f_i = theta^(-2 i / head_dim), in fp32 and in the order of Hugging Face's
// modeling_rope_utils:
//   linear   f_i / factor
//   dynamic  f_i with theta * (factor * L / C - (factor - 1))^(d / (d - 2)), L = max(length, C), C the original context
//   llama3   f_i for wavelengths below C / high, f_i / factor above C / low, in between
//            (1 - s) f_i / factor + s f_i with s = (C / wavelength - low) / (high - low)
//   yarn     f_i / factor * (1 - e_i) + f_i * e_i; e_i falls from 1 to 0 between the dimensions that turn beta_fast and
//            beta_slow times in C (Peng et al. 2023)
// Only dynamic depends on the length.
ops::RotaryFrequencies rotary_frequencies(const ModelConfig& config, int64_t length);

// Angles of packed documents: positions int64 [T], cu_seqlens its cuts. `lengths` [documents]: the length that counts
// for each, its last position + 1.
ops::RotaryAngles rotary_angles(const ModelConfig& config, const at::Tensor& positions,
                                const std::vector<int64_t>& cu_seqlens, const std::vector<int64_t>& lengths);

}  // namespace cuset::model
