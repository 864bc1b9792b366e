#include "ops/swiglu.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include "ops/check.h"
#include "ops/cpu_targets.h"
#include "ops/exp.h"

namespace cuset::ops {
namespace {

CUSET_CPU_TARGETS void forward_row(const float* __restrict gate, const float* __restrict up, int64_t n,
                                   float* __restrict y) {
    for (int64_t i = 0; i < n; ++i) y[i] = gate[i] / (1.0f + exp_fast(-gate[i])) * up[i];
}

CUSET_CPU_TARGETS void backward_row(const float* __restrict dy, float* __restrict gate, float* __restrict up,
                                    int64_t n) {
    for (int64_t i = 0; i < n; ++i) {
        const float g = gate[i], sigmoid = 1.0f / (1.0f + exp_fast(-g));
        gate[i] = dy[i] * up[i] * sigmoid * (1.0f + g * (1.0f - sigmoid));
        up[i] = dy[i] * g * sigmoid;
    }
}

}  // namespace

at::Tensor swiglu(const at::Tensor& gate_up) {
    check_matrix(gate_up);
    const int64_t rows = gate_up.size(0), width = gate_up.size(1) / 2;
    at::Tensor y = at::empty({rows, width}, gate_up.options());
    const float* in = gate_up.const_data_ptr<float>();
    float* out = y.mutable_data_ptr<float>();
    at::parallel_for(0, rows, 4, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t)
            forward_row(in + 2 * t * width, in + (2 * t + 1) * width, width, out + t * width);
    });
    return y;
}

void swiglu_backward(const at::Tensor& dy, at::Tensor& gate_up) {
    check_matrix(gate_up);
    check_matrix(dy);
    const int64_t rows = gate_up.size(0), width = gate_up.size(1) / 2;
    const float* grad = dy.const_data_ptr<float>();
    float* in = gate_up.mutable_data_ptr<float>();
    at::parallel_for(0, rows, 4, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t)
            backward_row(grad + t * width, in + 2 * t * width, in + (2 * t + 1) * width, width);
    });
}

}  // namespace cuset::ops
