// SwiGLU (Shazeer 2020): y = silu(gate) * up, silu(g) = g / (1 + exp(-g)).
#pragma once

#include <ATen/core/Tensor.h>

namespace cuset::ops {

// gate_up [T, 2 * F], the gate in the first F columns; returns y [T, F].
at::Tensor swiglu(const at::Tensor& gate_up);

// Writes the gradient of gate_up over gate_up itself, given dy [T, F].
void swiglu_backward(const at::Tensor& dy, at::Tensor& gate_up);

}  // namespace cuset::ops
