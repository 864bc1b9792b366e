#include "model/rotary.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"

namespace cuset::model {
namespace {

using Type = RopeScaling::Type;

// The dimension that turns `rotations` times in `context` positions.
double dimension_of(double rotations, double dim, double theta, double context) {
    return dim * std::log(context / (rotations * 2 * std::numbers::pi)) / (2 * std::log(theta));
}

void scale_llama3(std::vector<float>& frequency, const RopeScaling& s) {
    const auto factor = static_cast<float>(s.factor), context = static_cast<float>(s.original_context);
    const auto low = static_cast<float>(s.low_freq_factor), high = static_cast<float>(s.high_freq_factor);
    for (float& f : frequency) {
        const float wavelength = 2 * std::numbers::pi_v<float> / f;
        if (wavelength < context / high) continue;
        if (wavelength > context / low) {
            f /= factor;
            continue;
        }
        const float smooth = (context / wavelength - low) / (high - low);
        f = (1 - smooth) * f / factor + smooth * f;
    }
}

void scale_yarn(std::vector<float>& frequency, const ModelConfig& c) {
    const RopeScaling& s = c.rope_scaling;
    const auto dim = static_cast<double>(c.head_dim), context = static_cast<double>(s.original_context);
    double low = dimension_of(s.beta_fast, dim, c.rope_theta, context);
    double high = dimension_of(s.beta_slow, dim, c.rope_theta, context);
    if (s.truncate) low = std::floor(low), high = std::ceil(high);
    low = std::max(low, 0.0);
    high = std::min(high, dim - 1);
    if (low == high) high += 0.001;
    for (size_t i = 0; i < frequency.size(); ++i) {
        const float ramp = (static_cast<float>(i) - static_cast<float>(low)) / static_cast<float>(high - low);
        const float keep = 1 - std::clamp(ramp, 0.0f, 1.0f), f = frequency[i];
        frequency[i] = f / static_cast<float>(s.factor) * (1 - keep) + f * keep;
    }
}

}  // namespace

ops::RotaryFrequencies rotary_frequencies(const ModelConfig& c, int64_t length) {
    const RopeScaling& s = c.rope_scaling;
    double theta = c.rope_theta;
    if (s.type == Type::dynamic) {
        const auto dim = static_cast<double>(c.head_dim), context = static_cast<double>(s.original_context);
        const double stretched = std::max(static_cast<double>(length), context) / context;
        theta *= std::pow(s.factor * stretched - (s.factor - 1), dim / (dim - 2));
    }
    ops::RotaryFrequencies result;
    for (int64_t i = 0; i < c.head_dim / 2; ++i)
        result.inverse_frequency.push_back(
            1.0f / std::pow(static_cast<float>(theta), static_cast<float>(2 * i) / static_cast<float>(c.head_dim)));
    auto& frequency = result.inverse_frequency;
    if (s.type == Type::linear)
        for (float& f : frequency) f /= static_cast<float>(s.factor);
    if (s.type == Type::llama3) scale_llama3(frequency, s);
    if (s.type == Type::yarn) {
        scale_yarn(frequency, c);
        result.scale = static_cast<float>(s.attention_factor);
    }
    for (size_t i = 0; i < c.rope_divisors.size(); ++i) frequency[i] /= c.rope_divisors[i];
    return result;
}

ops::RotaryAngles rotary_angles(const ModelConfig& c, const at::Tensor& positions,
                                const std::vector<int64_t>& cu_seqlens, const std::vector<int64_t>& lengths) {
    const int64_t rows = positions.size(0), half = c.head_dim / 2;
    CUSET_ASSERT(cu_seqlens.size() == lengths.size() + 1 && cu_seqlens.back() == rows);
    ops::RotaryAngles angles{at::empty({rows, half}), at::empty({rows, half})};
    if (c.rope_scaling.type != Type::dynamic) {
        ops::fill_angles(angles, 0, rows, positions, rotary_frequencies(c, 0));
        return angles;
    }
    for (size_t d = 0; d < lengths.size(); ++d)
        ops::fill_angles(angles, cu_seqlens[d], cu_seqlens[d + 1] - cu_seqlens[d], positions,
                         rotary_frequencies(c, lengths[d]));
    return angles;
}

}  // namespace cuset::model
