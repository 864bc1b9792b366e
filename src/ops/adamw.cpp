#include "ops/adamw.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <cmath>

#include "base/error.h"
#include "ops/cpu_targets.h"

namespace cuset::ops {
namespace {

struct Factors {
    float decay, beta1, beta2, step_size, bias2, eps;
};

CUSET_CPU_TARGETS void update(float* __restrict p, const float* __restrict g, float* __restrict m, float* __restrict v,
                              int64_t n, Factors f) {
    for (int64_t i = 0; i < n; ++i) {
        m[i] = f.beta1 * m[i] + (1.0f - f.beta1) * g[i];
        v[i] = f.beta2 * v[i] + (1.0f - f.beta2) * g[i] * g[i];
        p[i] = p[i] * f.decay - f.step_size * m[i] / (std::sqrt(v[i]) * f.bias2 + f.eps);
    }
}

}  // namespace

void adamw(at::Tensor& parameter, const at::Tensor& gradient, at::Tensor& m, at::Tensor& v, long step,
           const AdamwOptions& o) {
    const int64_t n = parameter.numel();
    CUSET_ASSERT(gradient.numel() == n && m.numel() == n && v.numel() == n && step >= 1);
    const double correction1 = 1 - std::pow(o.beta1, static_cast<double>(step));
    const double correction2 = 1 - std::pow(o.beta2, static_cast<double>(step));
    const Factors factors{static_cast<float>(1 - o.lr * o.weight_decay),
                          static_cast<float>(o.beta1),
                          static_cast<float>(o.beta2),
                          static_cast<float>(o.lr / correction1),
                          static_cast<float>(1 / std::sqrt(correction2)),
                          static_cast<float>(o.eps)};
    float *p = parameter.mutable_data_ptr<float>(), *pm = m.mutable_data_ptr<float>(),
          *pv = v.mutable_data_ptr<float>();
    const float* g = gradient.const_data_ptr<float>();
    at::parallel_for(0, n, 1 << 14, [&](int64_t begin, int64_t end) {
        update(p + begin, g + begin, pm + begin, pv + begin, end - begin, factors);
    });
}

}  // namespace cuset::ops
