// Every operator against a slow reference by plain tensor operations and automatic or numeric differentiation.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "ops/attention.h"
#include "ops/dropout.h"
#include "ops/exp.h"
#include "ops/fused_head.h"
#include "ops/lora_linear.h"
#include "ops/rms_norm.h"
#include "ops/rope.h"
#include "ops/swiglu.h"

namespace cuset::ops {
namespace {

at::Tensor noise(at::IntArrayRef shape, uint64_t seed) {
    at::Tensor x = at::empty(shape);
    Random random(seed);
    for (int64_t i = 0; i < x.numel(); ++i) x.mutable_data_ptr<float>()[i] = static_cast<float>(random.normal());
    return x;
}

void expect_close(const at::Tensor& got, const at::Tensor& want, double tolerance) {
    ASSERT_EQ(got.sizes(), want.sizes());
    const double scale = std::max(1e-12, want.abs().max().item<double>());
    EXPECT_LT((got - want).abs().max().item<double>(), tolerance * scale);
}

// d/dx of sum(f(x) * dy) by central differences in fp64 along a random direction, against <gradient, direction>.
template <typename F>
void expect_gradient(const F& f, const at::Tensor& x, const at::Tensor& dy, const at::Tensor& gradient) {
    for (uint64_t seed : {1, 2, 3}) {
        const at::Tensor direction = noise(x.sizes(), 100 + seed).to(at::kDouble);
        const at::Tensor wide = x.to(at::kDouble);
        const double h = 1e-5;
        const double up = (f(wide + h * direction) * dy.to(at::kDouble)).sum().template item<double>();
        const double down = (f(wide - h * direction) * dy.to(at::kDouble)).sum().template item<double>();
        const double want = (up - down) / (2 * h),
                     got = (gradient.to(at::kDouble) * direction).sum().template item<double>();
        EXPECT_NEAR(got, want, 1e-4 * (std::abs(want) + gradient.norm().template item<double>()));
    }
}

TEST(Exp, WithinStatedError) {
    for (float x = -87.0f; x < 88.0f; x += 0.0137f) {
        const double want = std::exp(static_cast<double>(x));
        EXPECT_NEAR(exp_fast(x), want, 3e-7 * want) << x;
    }
    EXPECT_EQ(exp_fast(-100.0f), 0.0f);
    EXPECT_EQ(exp_fast(0.0f), 1.0f);
}

TEST(RmsNorm, EqualsFormulaAndGradient) {
    for (int64_t width : {1, 15, 64, 576}) {
        const at::Tensor x = noise({5, width}, 1), w = noise({width}, 2), dy = noise({5, width}, 3);
        const auto formula = [&](const at::Tensor& v) {
            return v * (v * v).mean(1, true).add(1e-5).rsqrt() * w.to(v.scalar_type());
        };
        at::Tensor inverse;
        expect_close(rms_norm(x, w, 1e-5, inverse), formula(x), 1e-6);
        expect_close(rms_norm_again(x, w, inverse), formula(x), 1e-6);
        at::Tensor dx = at::ones_like(x);
        rms_norm_backward(dy, x, w, inverse, dx);
        expect_gradient(formula, x, dy, dx - 1);
        at::Tensor dw = at::ones_like(w);
        rms_norm_weight_backward(dy, x, inverse, dw);
        expect_close(dw - 1, (dy * x * inverse.unsqueeze(1)).sum(0), 1e-5);
    }
}

TEST(Swiglu, EqualsFormulaAndGradient) {
    const at::Tensor x = noise({3, 50}, 1) * 3, dy = noise({3, 25}, 2);
    const auto formula = [](const at::Tensor& v) { return at::silu(v.narrow(1, 0, 25)) * v.narrow(1, 25, 25); };
    expect_close(swiglu(x), formula(x), 1e-6);
    at::Tensor gradient = x.clone();
    swiglu_backward(dy, gradient);
    expect_gradient(formula, x, dy, gradient);
}

TEST(Rope, RotatesPairsAndInverts) {
    RotaryFrequencies frequencies;
    for (int i = 0; i < 4; ++i) frequencies.inverse_frequency.push_back(std::pow(10000.0f, -2.0f * i / 8));
    RotaryAngles angles{at::empty({3, 4}), at::empty({3, 4})};
    fill_angles(angles, 0, 3, at::tensor({0, 4, 9}, at::kLong), frequencies);
    at::Tensor x = noise({3, 24}, 1);
    const at::Tensor before = x.clone();
    rope(x, 2, 8, angles, false);
    EXPECT_TRUE(at::equal(x[0], before[0]));
    EXPECT_TRUE(at::equal(x.narrow(1, 16, 8), before.narrow(1, 16, 8)));
    const double angle = 4 * std::pow(10000.0, -2.0 / 8);  // dimension 1 of head 0 at position 4
    const double a = before[1][1].item<double>(), b = before[1][5].item<double>();
    EXPECT_NEAR(x[1][1].item<double>(), a * std::cos(angle) - b * std::sin(angle), 1e-5);
    EXPECT_NEAR(x[1][5].item<double>(), b * std::cos(angle) + a * std::sin(angle), 1e-5);
    rope(x, 2, 8, angles, true);
    expect_close(x, before, 1e-6);

    frequencies.scale = 2;  // applied in both directions
    fill_angles(angles, 1, 2, at::tensor({0, 4, 9}, at::kLong), frequencies);
    rope(x, 3, 8, angles, false);
    rope(x, 3, 8, angles, true);
    expect_close(x[0], before[0], 1e-6);
    expect_close(x[2], before[2] * 4, 1e-6);
}

// Attention written out, one document at a time.
at::Tensor plain_attention(const at::Tensor& qkv, const AttentionShape& s, const std::vector<int64_t>& cuts) {
    std::vector<at::Tensor> outs;
    for (size_t d = 0; d + 1 < cuts.size(); ++d) {
        const at::Tensor x = qkv.slice(0, cuts[d], cuts[d + 1]);
        const int64_t n = x.size(0);
        const at::Tensor hidden = at::ones({n, n}, at::kBool).triu(1);
        std::vector<at::Tensor> heads;
        for (int64_t h = 0; h < s.heads; ++h) {
            const int64_t kv = h / (s.heads / s.kv_heads);
            const at::Tensor q = x.narrow(1, h * s.head_dim, s.head_dim);
            const at::Tensor k = x.narrow(1, (s.heads + kv) * s.head_dim, s.head_dim);
            const at::Tensor v = x.narrow(1, (s.heads + s.kv_heads + kv) * s.head_dim, s.head_dim);
            const at::Tensor scores = (at::mm(q, k.t()) / std::sqrt(static_cast<double>(s.head_dim)))
                                          .masked_fill(hidden, -std::numeric_limits<double>::infinity());
            heads.push_back(at::mm(scores.softmax(1), v));
        }
        outs.push_back(at::cat(heads, 1));
    }
    return at::cat(outs, 0);
}

TEST(Attention, PackedEqualsPlainWithGradient) {
    const AttentionShape shape{6, 2, 16};
    const std::vector<int64_t> cuts{0, 1, 40, 57};
    const at::Tensor qkv = noise({57, shape.columns()}, 1), dy = noise({57, 96}, 2);
    std::vector<at::Tensor> lse;
    const at::Tensor out = attention(qkv, shape, cuts, lse);
    expect_close(out, plain_attention(qkv, shape, cuts), 1e-5);
    expect_gradient([&](const at::Tensor& x) { return plain_attention(x, shape, cuts); }, qkv, dy,
                    attention_backward(dy, qkv, out, shape, cuts, lse));
}

TEST(Attention, CachedEqualsPlain) {
    const AttentionShape shape{4, 2, 16};
    const at::Tensor qkv = noise({7, shape.columns()}, 1), want = plain_attention(qkv, shape, {0, 7});
    at::Tensor keys = at::full({3, 2, 9, 16}, 1e30), values = at::full_like(keys, 1e30);
    for (int64_t t = 0; t < 7; ++t)
        expect_close(attention_cached(qkv.slice(0, t, t + 1), shape, keys, values, {1}, {t}), want.slice(0, t, t + 1),
                     1e-5);
}

TEST(Dropout, KeepsTheStatedShareAndIsAFunctionOfItsKey) {
    const at::Tensor x = at::ones({64, 1000}), keys = at::arange(64) * 7919;
    const at::Tensor y = dropout(x, keys, 5, 0.05);
    EXPECT_NEAR(y.gt(0).to(at::kFloat).mean().item<double>(), 0.95, 0.004);
    EXPECT_NEAR(y.max().item<double>(), 1 / 0.95, 1e-6);
    EXPECT_TRUE(at::equal(dropout(x.slice(0, 10, 20), keys.slice(0, 10, 20), 5, 0.05), y.slice(0, 10, 20)));
    EXPECT_FALSE(at::equal(dropout(x, keys, 6, 0.05), y));
    at::Tensor sum = at::ones_like(x);
    add_dropout(sum, x, keys, 5, 0.05);
    expect_close(sum, y + 1, 1e-6);
    // No column or row correlation to speak of.
    const at::Tensor kept = y.gt(0).to(at::kDouble) - 0.95;
    EXPECT_LT((kept.slice(1, 0, 999) * kept.slice(1, 1, 1000)).mean().abs().item<double>(), 1e-3);
    EXPECT_LT((kept.slice(0, 0, 63) * kept.slice(0, 1, 64)).mean().abs().item<double>(), 1e-3);
}

TEST(LoraLinear, EqualsFormulaAndGradients) {
    const at::Tensor x = noise({9, 20}, 1), w = noise({12, 20}, 2), dy = noise({9, 12}, 3), keys = at::arange(9),
                     b = noise({12}, 4);
    for (double p : {0.0, 0.3}) {
        std::vector<LoraSlice> slices;
        for (int64_t i = 0; i < 2; ++i) {
            LoraSlice s{noise({4, 20}, 10 + i),  noise({6, 4}, 20 + i), at::zeros({4, 20}), at::zeros({6, 4}), 6 * i, 6,
                        static_cast<uint64_t>(i)};
            slices.push_back(s);
        }
        const LoraDropout drop{p, keys};
        const LinearParameters gradient{at::ones_like(w), at::ones_like(b)};  // is added to
        const auto mask = [&](int64_t i) {
            return p > 0 ? dropout(at::ones({9, 20}), keys, static_cast<uint64_t>(i), p).to(at::kDouble)
                         : at::ones({9, 20}, at::kDouble);
        };
        const auto formula = [&](const at::Tensor& v, const at::Tensor& a1) {
            at::Tensor y = at::mm(v, w.to(at::kDouble).t()) + b.to(at::kDouble);
            for (int64_t i = 0; i < 2; ++i) {
                const auto& s = slices[static_cast<size_t>(i)];
                const at::Tensor a = i == 1 ? a1 : s.a.to(at::kDouble);
                y.narrow(1, 6 * i, 6).add_(at::mm(at::mm(v * mask(i), a.t()), s.b.to(at::kDouble).t()) * 0.5);
            }
            return y;
        };
        std::vector<at::Tensor> low_rank;
        const at::Tensor a1 = slices[1].a.to(at::kDouble);
        expect_close(lora_linear(x, {w, b}, slices, 0.5, drop, low_rank).to(at::kDouble),
                     formula(x.to(at::kDouble), a1), 1e-5);
        const at::Tensor dx = lora_linear_backward(dy, x, {w, b}, &gradient, slices, 0.5, drop, low_rank, true);
        expect_gradient([&](const at::Tensor& v) { return formula(v, a1); }, x, dy, dx);
        expect_close(gradient.weight, at::mm(dy.t(), x) + 1, 1e-5);
        expect_close(gradient.bias, dy.sum(0) + 1, 1e-5);
        expect_gradient([&](const at::Tensor& a) { return formula(x.to(at::kDouble), a); }, slices[1].a, dy,
                        slices[1].d_a);
        expect_close(slices[0].d_b.to(at::kDouble),
                     at::mm(dy.narrow(1, 0, 6).to(at::kDouble).t(),
                            at::mm(x.to(at::kDouble) * mask(0), slices[0].a.to(at::kDouble).t())) *
                         0.5,
                     1e-5);
    }
}

TEST(FusedHead, EqualsReferenceWhateverTheChunks) {
    const at::Tensor hidden = noise({23, 16}, 1), head = noise({1003, 16}, 2);
    at::Tensor targets = at::arange(23, at::kLong) * 41;
    const std::vector<int64_t> cuts{0, 5, 5, 20, 23};
    const TokenWeighting weighting{[](size_t n, size_t first, std::span<const float> lp, std::span<float> w) {
                                       for (size_t i = 0; i < w.size(); ++i)
                                           w[i] = (lp[i] > -6 ? 1.0f : 0.0f) + ((first + i + n) % 3 == 0 ? 1.0f : 0.0f);
                                   },
                                   [](size_t, std::span<const float> lp) { return 1.0f - std::exp(lp[0]); }};
    at::Tensor want_d_head = at::ones({1003, 16}, at::kDouble);  // is added to
    const HeadLoss want = reference_head(hidden, head, targets, cuts, &weighting, 0.1, &want_d_head);
    for (int64_t chunk : {1, 4, 7, 23, 100}) {
        const HeadLoss got = fused_head(hidden, head, targets, cuts, &weighting, 0.1, chunk);
        expect_close(got.log_prob, want.log_prob, 1e-6);
        expect_close(got.d_hidden, want.d_hidden, 1e-5);
        EXPECT_NEAR(got.loss, want.loss, 1e-5 * std::abs(want.loss));
        expect_close(fused_head(hidden, head, targets, cuts, nullptr, 0.1, chunk).log_prob, want.log_prob, 1e-6);

        at::Tensor d_head = at::ones({1003, 16});
        const HeadLoss trained = fused_head(hidden, head, targets, cuts, &weighting, 0.1, chunk, &d_head);
        expect_close(trained.log_prob, want.log_prob, 1e-6);
        expect_close(trained.d_hidden, want.d_hidden, 1e-5);
        EXPECT_NEAR(trained.loss, want.loss, 1e-5 * std::abs(want.loss));
        expect_close((d_head - 1).to(at::kDouble), want_d_head - 1, 1e-5);
    }
}

TEST(FusedHead, AllMaskedGivesZeroAndNoNan) {
    const at::Tensor hidden = noise({4, 16}, 1) * 100, head = noise({50, 16}, 2);
    const TokenWeighting none{
        [](size_t, size_t, std::span<const float>, std::span<float> w) { std::fill(w.begin(), w.end(), 0.0f); },
        [](size_t, std::span<const float>) { return 1.0f; }};
    const HeadLoss got = fused_head(hidden, head, at::arange(4, at::kLong), {0, 4}, &none, 1, 2);
    EXPECT_EQ(got.loss, 0);
    EXPECT_TRUE(at::equal(got.d_hidden, at::zeros_like(hidden)));
}

}  // namespace
}  // namespace cuset::ops
