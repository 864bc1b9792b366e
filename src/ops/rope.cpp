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

void fill_angles(RotaryAngles& angles, int64_t first, int64_t count, const at::Tensor& positions,
                 const RotaryFrequencies& frequencies) {
    const auto half = static_cast<int64_t>(frequencies.inverse_frequency.size());
    check_matrix(angles.cos);
    CUSET_ASSERT(angles.cos.size(1) == half && first + count <= angles.cos.size(0));
    const float* inverse_frequency = frequencies.inverse_frequency.data();
    float *cos = angles.cos.mutable_data_ptr<float>(), *sin = angles.sin.mutable_data_ptr<float>();
    const int64_t* position = positions.const_data_ptr<int64_t>();
    at::parallel_for(first, first + count, 16, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t)
            for (int64_t i = 0; i < half; ++i) {
                const float angle = static_cast<float>(position[t]) * inverse_frequency[i];
                cos[t * half + i] = static_cast<float>(std::cos(static_cast<double>(angle))) * frequencies.scale;
                sin[t * half + i] = static_cast<float>(std::sin(static_cast<double>(angle))) * frequencies.scale;
            }
    });
}

void rope(at::Tensor& x, int64_t heads, int64_t head_dim, const RotaryAngles& angles, bool inverse) {
    check_matrix(x);
    const int64_t half = head_dim / 2, columns = x.size(1);
    CUSET_ASSERT(angles.cos.size(0) == x.size(0) && angles.cos.size(1) == half);
    float* data = x.mutable_data_ptr<float>();
    const float *cos = angles.cos.const_data_ptr<float>(), *sin = angles.sin.const_data_ptr<float>();
    at::parallel_for(0, x.size(0), 16, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t)
            for (int64_t h = 0; h < heads; ++h) {
                float* low = data + t * columns + h * head_dim;
                rotate(low, low + half, cos + t * half, sin + t * half, inverse ? -1.0f : 1.0f, half);
            }
    });
}

}  // namespace cuset::ops
