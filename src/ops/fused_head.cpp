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

namespace {

// One call of fused_head.
struct FusedHead {
    const at::Tensor &hidden, &head;
    const int64_t* target;
    const std::vector<int64_t>& cuts;
    const TokenWeighting* weighting;
    double scale;
    at::Tensor* d_head;
    HeadLoss result;
    at::Tensor buffer;  // logits of one chunk
    std::vector<float> logsumexp, token_weight, sample_weight;

    std::span<const float> log_prob(int64_t begin, int64_t end) const {
        return {result.log_prob.const_data_ptr<float>() + begin, static_cast<size_t>(end - begin)};
    }

    // Logits, log-probabilities and logsumexp of the rows [begin, end).
    at::Tensor forward(int64_t begin, int64_t end) {
        at::Tensor logits = buffer.narrow(0, 0, end - begin);
        at::mm_out(logits, hidden.slice(0, begin, end), head.t());
        statistics(logits, target + begin, result.log_prob.mutable_data_ptr<float>() + begin, logsumexp.data());
        return logits;
    }

    // M_t of the rows [begin, end) of one sample.
    void weigh_tokens(size_t sample, int64_t begin, int64_t end) {
        weighting->token(sample, static_cast<size_t>(begin - cuts[sample]), log_prob(begin, end),
                         {token_weight.data() + begin, static_cast<size_t>(end - begin)});
    }
    // w_n, when all of the sample's log-probabilities and M_t are known.
    void weigh_sample(size_t sample) {
        if (cuts[sample] < cuts[sample + 1])
            sample_weight[sample] = weighting->sample(sample, log_prob(cuts[sample], cuts[sample + 1]));
    }

    // Gradients of the rows [begin, end); `factor` begins as M_t or w_n M_t.
    void backward(at::Tensor logits, int64_t begin, int64_t end, std::vector<float> factor) {
        for (float& f : factor) f *= static_cast<float>(scale);
        gradient(logits, target + begin, logsumexp.data(), factor);
        at::Tensor d_rows = result.d_hidden.slice(0, begin, end);
        at::mm_out(d_rows, logits, head);
        if (d_head != nullptr) d_head->addmm_(logits.t(), hidden.slice(0, begin, end));
    }

    void frozen(int64_t chunk_rows) {
        size_t sample = 0;  // that owns the next row
        for (int64_t begin = 0; begin < hidden.size(0); begin += chunk_rows) {
            const int64_t end = std::min(hidden.size(0), begin + chunk_rows);
            const at::Tensor logits = forward(begin, end);
            if (weighting == nullptr) continue;
            for (int64_t at = begin, stop = 0; at < end; at = stop) {  // the part of each sample in this chunk
                while (cuts[sample + 1] <= at) ++sample;
                stop = std::min(end, cuts[sample + 1]);
                weigh_tokens(sample, at, stop);
            }
            backward(logits, begin, end, {token_weight.begin() + begin, token_weight.begin() + end});
        }
        if (weighting == nullptr) return;
        for (size_t n = 0; n + 1 < cuts.size(); ++n) {
            weigh_sample(n);
            if (sample_weight[n] != 1.0f) result.d_hidden.slice(0, cuts[n], cuts[n + 1]).mul_(sample_weight[n]);
        }
    }

    void trained(int64_t chunk_rows) {
        for (size_t first = 0, last = 0; first + 1 < cuts.size(); first = last) {  // as many samples as fit
            for (last = first + 1; last + 1 < cuts.size() && cuts[last + 1] - cuts[first] <= chunk_rows;) ++last;
            const int64_t begin = cuts[first], end = cuts[last];
            const bool fits = end - begin <= chunk_rows;
            at::Tensor logits;
            for (int64_t at = begin; at < end; at += chunk_rows) logits = forward(at, std::min(end, at + chunk_rows));
            std::vector<float> factor;
            for (size_t n = first; n < last; ++n) {
                if (cuts[n] < cuts[n + 1]) weigh_tokens(n, cuts[n], cuts[n + 1]);
                weigh_sample(n);
                for (int64_t r = cuts[n]; r < cuts[n + 1]; ++r)
                    factor.push_back(sample_weight[n] * token_weight[static_cast<size_t>(r)]);
            }
            for (int64_t at = begin; at < end; at += chunk_rows) {
                const int64_t stop = std::min(end, at + chunk_rows);
                if (!fits) logits = forward(at, stop);
                backward(logits, at, stop, {factor.begin() + (at - begin), factor.begin() + (stop - begin)});
            }
        }
    }

    void add_up_loss() {
        for (size_t n = 0; n + 1 < cuts.size(); ++n) {
            double sum = 0;
            const auto lp = log_prob(cuts[n], cuts[n + 1]);
            for (size_t t = 0; t < lp.size(); ++t)
                sum -= static_cast<double>(token_weight[static_cast<size_t>(cuts[n]) + t]) * static_cast<double>(lp[t]);
            result.loss += static_cast<double>(sample_weight[n]) * sum * scale;
        }
    }
};

}  // namespace

HeadLoss fused_head(const at::Tensor& hidden, const at::Tensor& head, const at::Tensor& targets,
                    const std::vector<int64_t>& cuts, const TokenWeighting* weighting, double scale, int64_t chunk_rows,
                    at::Tensor* d_head) {
    check(hidden, head, targets, cuts);
    CUSET_ASSERT(d_head == nullptr || weighting != nullptr);
    const int64_t rows = hidden.size(0), chunk = std::min(rows, chunk_rows);
    FusedHead f{hidden,
                head,
                targets.const_data_ptr<int64_t>(),
                cuts,
                weighting,
                scale,
                d_head,
                {at::empty({rows}, hidden.options()), {}, 0},
                at::empty({chunk, head.size(0)}, hidden.options()),
                std::vector<float>(static_cast<size_t>(chunk)),
                std::vector<float>(static_cast<size_t>(rows)),
                std::vector<float>(cuts.size() - 1)};
    if (weighting != nullptr) f.result.d_hidden = at::empty_like(hidden);
    if (d_head == nullptr)
        f.frozen(chunk_rows);
    else
        f.trained(chunk_rows);
    if (weighting != nullptr) f.add_up_loss();
    return std::move(f.result);
}

HeadLoss reference_head(const at::Tensor& hidden, const at::Tensor& head, const at::Tensor& targets,
                        const std::vector<int64_t>& cuts, const TokenWeighting* weighting, double scale,
                        at::Tensor* d_head) {
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
    if (d_head != nullptr) d_head->add_(at::mm(d_logits.t(), hidden.to(at::kDouble)));
    result.loss = -(factor * picked).sum().item<double>();
    return result;
}

}  // namespace cuset::ops
