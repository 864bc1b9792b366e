#include "ops/fused_head.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>

#include "ops/check.h"
#include "ops/cpu_targets.h"
#include "ops/exp.h"

namespace cuset::ops {
namespace {

constexpr int kLanes = 16;

CUSET_CPU_TARGETS float largest(const float* __restrict z, int64_t n) {
    float best[kLanes];
    std::fill(best, best + kLanes, z[0]);
    int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (int lane = 0; lane < kLanes; ++lane) best[lane] = z[i + lane] > best[lane] ? z[i + lane] : best[lane];
    float result = *std::max_element(best, best + kLanes);
    for (; i < n; ++i) result = std::max(result, z[i]);
    return result;
}

CUSET_CPU_TARGETS double sum_of_exp(const float* __restrict z, float shift, int64_t n) {
    constexpr int64_t kBlock = 4096;  // fp32 inside a block, fp64 over blocks
    double total = 0;
    for (int64_t begin = 0; begin < n; begin += kBlock) {
        const int64_t end = std::min(n, begin + kBlock);
        float sums[kLanes] = {};
        int64_t i = begin;
        for (; i + kLanes <= end; i += kLanes)
            for (int lane = 0; lane < kLanes; ++lane) sums[lane] += exp_fast(z[i + lane] - shift);
        for (float sum : sums) total += static_cast<double>(sum);
        for (; i < end; ++i) total += static_cast<double>(exp_fast(z[i] - shift));
    }
    return total;
}

CUSET_CPU_TARGETS void softmax_times(float* __restrict z, float shift, float factor, int64_t n) {
    for (int64_t i = 0; i < n; ++i) z[i] = exp_fast(z[i] - shift) * factor;
}

// Rows [begin, end) of one chunk: log_prob and logsumexp from logits.
void statistics(const at::Tensor& logits, const int64_t* target, float* log_prob, float* logsumexp) {
    const int64_t n = logits.size(1);
    const float* z = logits.const_data_ptr<float>();
    at::parallel_for(0, logits.size(0), 1, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
            const float* row = z + r * n;
            const float top = largest(row, n);
            const double rest = std::log(sum_of_exp(row, top, n));
            logsumexp[r] = static_cast<float>(static_cast<double>(top) + rest);
            log_prob[r] = static_cast<float>(static_cast<double>(row[target[r]] - top) - rest);
        }
    });
}

// dlogits over the logits: factor_r * (softmax - onehot).
void gradient(at::Tensor& logits, const int64_t* target, const float* logsumexp, const std::vector<float>& factor) {
    const int64_t n = logits.size(1);
    float* z = logits.mutable_data_ptr<float>();
    at::parallel_for(0, logits.size(0), 1, [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) {
            const float f = factor[static_cast<size_t>(r)];
            softmax_times(z + r * n, logsumexp[r], f, n);
            z[r * n + target[r]] -= f;
        }
    });
}

void check(const at::Tensor& hidden, const at::Tensor& head, const at::Tensor& targets,
           const std::vector<int64_t>& cuts) {
    check_matrix(hidden);
    check_matrix(head);
    CUSET_ASSERT(targets.scalar_type() == at::kLong && targets.numel() == hidden.size(0));
    CUSET_ASSERT(!cuts.empty() && cuts.front() == 0 && cuts.back() == hidden.size(0));
}

}  // namespace

HeadLoss fused_head(const at::Tensor& hidden, const at::Tensor& head, const at::Tensor& targets,
                    const std::vector<int64_t>& cuts, const TokenWeighting* weighting, double scale,
                    int64_t chunk_rows) {
    check(hidden, head, targets, cuts);
    const int64_t rows = hidden.size(0);
    HeadLoss result{at::empty({rows}, hidden.options()), {}, 0};
    if (weighting != nullptr) result.d_hidden = at::empty_like(hidden);
    at::Tensor buffer = at::empty({std::min(rows, chunk_rows), head.size(0)}, hidden.options());
    std::vector<float> logsumexp(static_cast<size_t>(buffer.size(0))), token_weight(static_cast<size_t>(rows));
    float* log_prob = result.log_prob.mutable_data_ptr<float>();
    const int64_t* target = targets.const_data_ptr<int64_t>();

    size_t sample = 0;  // that owns the next row
    for (int64_t begin = 0; begin < rows; begin += chunk_rows) {
        const int64_t end = std::min(rows, begin + chunk_rows);
        at::Tensor logits = buffer.narrow(0, 0, end - begin);
        at::mm_out(logits, hidden.slice(0, begin, end), head.t());
        statistics(logits, target + begin, log_prob + begin, logsumexp.data());
        if (weighting == nullptr) continue;
        for (int64_t at = begin; at < end;) {  // the part of each sample that lies in this chunk
            while (cuts[sample + 1] <= at) ++sample;
            const int64_t stop = std::min(end, cuts[sample + 1]);
            const auto count = static_cast<size_t>(stop - at);
            weighting->token(sample, static_cast<size_t>(at - cuts[sample]), {log_prob + at, count},
                             {token_weight.data() + at, count});
            at = stop;
        }
        std::vector<float> factor(token_weight.begin() + begin, token_weight.begin() + end);
        for (float& f : factor) f *= static_cast<float>(scale);
        gradient(logits, target + begin, logsumexp.data(), factor);
        at::Tensor d_rows = result.d_hidden.slice(0, begin, end);
        at::mm_out(d_rows, logits, head);
    }
    if (weighting == nullptr) return result;
    for (size_t n = 0; n + 1 < cuts.size(); ++n) {
        const auto count = static_cast<size_t>(cuts[n + 1] - cuts[n]);
        if (count == 0) continue;
        const float w = weighting->sample(n, {log_prob + cuts[n], count});
        if (w != 1.0f) result.d_hidden.slice(0, cuts[n], cuts[n + 1]).mul_(w);
        double sum = 0;
        for (int64_t r = cuts[n]; r < cuts[n + 1]; ++r)
            sum -= static_cast<double>(token_weight[static_cast<size_t>(r)]) * static_cast<double>(log_prob[r]);
        result.loss += static_cast<double>(w) * sum * scale;
    }
    return result;
}

HeadLoss reference_head(const at::Tensor& hidden, const at::Tensor& head, const at::Tensor& targets,
                        const std::vector<int64_t>& cuts, const TokenWeighting* weighting, double scale) {
    check(hidden, head, targets, cuts);
    const at::Tensor logits = at::mm(hidden.to(at::kDouble), head.to(at::kDouble).t());
    const at::Tensor log_softmax = at::log_softmax(logits, 1);
    const at::Tensor picked = log_softmax.gather(1, targets.unsqueeze(1)).squeeze(1);
    HeadLoss result{picked.to(at::kFloat), {}, 0};
    if (weighting == nullptr) return result;
    const float* log_prob = result.log_prob.const_data_ptr<float>();
    at::Tensor factor = at::zeros({hidden.size(0)}, at::kDouble);
    for (size_t n = 0; n + 1 < cuts.size(); ++n) {
        const auto count = static_cast<size_t>(cuts[n + 1] - cuts[n]);
        if (count == 0) continue;
        std::vector<float> weight(count);
        weighting->token(n, 0, {log_prob + cuts[n], count}, weight);
        const float w = weighting->sample(n, {log_prob + cuts[n], count});
        for (size_t t = 0; t < count; ++t)
            factor[cuts[n] + static_cast<int64_t>(t)] = static_cast<double>(w) * static_cast<double>(weight[t]) * scale;
    }
    const at::Tensor onehot = at::zeros_like(logits).scatter_(1, targets.unsqueeze(1), 1.0);
    const at::Tensor d_logits = (log_softmax.exp() - onehot) * factor.unsqueeze(1);
    result.d_hidden = at::mm(d_logits, head.to(at::kDouble)).to(at::kFloat);
    result.loss = -(factor * picked).sum().item<double>();
    return result;
}

}  // namespace cuset::ops
