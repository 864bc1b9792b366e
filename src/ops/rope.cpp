#include "ops/rope.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <cmath>

#include "ops/check.h"
#include "ops/cpu_targets.h"

namespace cuset::ops {
namespace {

CUSET_CPU_TARGETS void rotate(float* __restrict low, float* __restrict high, const float* __restrict cos,
                              const float* __restrict sin, float direction, int64_t half) {
    for (int64_t i = 0; i < half; ++i) {
        const float a = low[i], b = high[i], s = direction * sin[i];
        low[i] = a * cos[i] - b * s;
        high[i] = b * cos[i] + a * s;
    }
}

}  // namespace

RopeTable make_rope_table(int64_t positions, int64_t head_dim, double theta) {
    const int64_t half = head_dim / 2;
    RopeTable table{at::empty({positions, half}), at::empty({positions, half})};
    float *cos = table.cos.mutable_data_ptr<float>(), *sin = table.sin.mutable_data_ptr<float>();
    for (int64_t i = 0; i < half; ++i) {
        // The angle is rounded to fp32 where Hugging Face rounds it.
        const auto frequency = static_cast<float>(
            1.0f / std::pow(static_cast<float>(theta), static_cast<float>(2 * i) / static_cast<float>(head_dim)));
        for (int64_t p = 0; p < positions; ++p) {
            const float angle = static_cast<float>(p) * frequency;
            cos[p * half + i] = static_cast<float>(std::cos(static_cast<double>(angle)));
            sin[p * half + i] = static_cast<float>(std::sin(static_cast<double>(angle)));
        }
    }
    return table;
}

void rope(at::Tensor& x, int64_t heads, int64_t head_dim, const at::Tensor& positions, const RopeTable& table,
          bool inverse) {
    check_matrix(x);
    const int64_t half = head_dim / 2, columns = x.size(1), limit = table.cos.size(0);
    float* data = x.mutable_data_ptr<float>();
    const float *cos = table.cos.const_data_ptr<float>(), *sin = table.sin.const_data_ptr<float>();
    const int64_t* position = positions.const_data_ptr<int64_t>();
    at::parallel_for(0, x.size(0), 16, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            const int64_t p = position[t];
            CUSET_ASSERT(p >= 0 && p < limit);
            for (int64_t h = 0; h < heads; ++h) {
                float* low = data + t * columns + h * head_dim;
                rotate(low, low + half, cos + p * half, sin + p * half, inverse ? -1.0f : 1.0f, half);
            }
        }
    });
}

}  // namespace cuset::ops
