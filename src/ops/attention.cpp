#include "ops/attention.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "ops/check.h"
#include "ops/cpu_targets.h"
#include "ops/exp.h"

namespace cuset::ops {
namespace {

// q, k, v of one document as [1, heads, length, head_dim] views; k and v repeated for the query heads that share them.
struct Document {
    at::Tensor q, k, v;
};

Document document(const at::Tensor& qkv, const AttentionShape& s, int64_t begin, int64_t end) {
    const at::Tensor rows = qkv.slice(0, begin, end).view({1, end - begin, s.heads + 2 * s.kv_heads, s.head_dim});
    const auto part = [&](int64_t first, int64_t count) { return rows.narrow(2, first, count).transpose(1, 2); };
    const int64_t group = s.heads / s.kv_heads;
    return {part(0, s.heads), part(s.heads, s.kv_heads).repeat_interleave(group, 1),
            part(s.heads + s.kv_heads, s.kv_heads).repeat_interleave(group, 1)};
}

CUSET_CPU_TARGETS float dot(const float* __restrict a, const float* __restrict b, int64_t n) {
    float sums[16] = {};
    int64_t i = 0;
    for (; i + 16 <= n; i += 16)
        for (int lane = 0; lane < 16; ++lane) sums[lane] += a[i + lane] * b[i + lane];
    float total = 0;
    for (float sum : sums) total += sum;
    for (; i < n; ++i) total += a[i] * b[i];
    return total;
}

// out = softmax(scores) . values over `count` cached positions; scores are overwritten.
CUSET_CPU_TARGETS void attend(float* __restrict scores, const float* __restrict values, int64_t count, int64_t head_dim,
                              float* __restrict out) {
    float largest = scores[0];
    for (int64_t i = 1; i < count; ++i) largest = scores[i] > largest ? scores[i] : largest;
    float sum = 0;
    std::fill(out, out + head_dim, 0.0f);
    for (int64_t i = 0; i < count; ++i) {
        const float weight = exp_fast(scores[i] - largest);
        sum += weight;
        for (int64_t d = 0; d < head_dim; ++d) out[d] += weight * values[i * head_dim + d];
    }
    for (int64_t d = 0; d < head_dim; ++d) out[d] /= sum;
}

}  // namespace

at::Tensor attention(const at::Tensor& qkv, const AttentionShape& s, const std::vector<int64_t>& cu_seqlens,
                     std::vector<at::Tensor>& logsumexp) {
    check_matrix(qkv);
    CUSET_ASSERT(qkv.size(1) == s.columns() && cu_seqlens.back() == qkv.size(0));
    at::Tensor out = at::empty({qkv.size(0), s.heads * s.head_dim}, qkv.options());
    logsumexp.clear();
    for (size_t d = 0; d + 1 < cu_seqlens.size(); ++d) {
        const int64_t begin = cu_seqlens[d], end = cu_seqlens[d + 1];
        const Document doc = document(qkv, s, begin, end);
        auto [y, lse] = at::_scaled_dot_product_flash_attention_for_cpu(doc.q, doc.k, doc.v, 0.0, true);
        out.slice(0, begin, end).view({1, end - begin, s.heads, s.head_dim}).copy_(y.transpose(1, 2));
        logsumexp.push_back(lse);
    }
    return out;
}

at::Tensor attention_backward(const at::Tensor& d_out, const at::Tensor& qkv, const at::Tensor& out,
                              const AttentionShape& s, const std::vector<int64_t>& cu_seqlens,
                              const std::vector<at::Tensor>& logsumexp) {
    check_matrix(d_out);
    at::Tensor d_qkv = at::empty_like(qkv);
    const int64_t group = s.heads / s.kv_heads;
    for (size_t d = 0; d + 1 < cu_seqlens.size(); ++d) {
        const int64_t begin = cu_seqlens[d], end = cu_seqlens[d + 1], length = end - begin;
        const Document doc = document(qkv, s, begin, end);
        const auto heads_first = [&](const at::Tensor& x) {
            return x.slice(0, begin, end).view({1, length, s.heads, s.head_dim}).transpose(1, 2);
        };
        auto [dq, dk, dv] = at::_scaled_dot_product_flash_attention_for_cpu_backward(
            heads_first(d_out), doc.q, doc.k, doc.v, heads_first(out), logsumexp[d], 0.0, true);
        const at::Tensor rows = d_qkv.slice(0, begin, end).view({1, length, s.heads + 2 * s.kv_heads, s.head_dim});
        const auto sum_group = [&](const at::Tensor& x) {
            return x.view({1, s.kv_heads, group, length, s.head_dim}).sum(2).transpose(1, 2);
        };
        rows.narrow(2, 0, s.heads).copy_(dq.transpose(1, 2));
        rows.narrow(2, s.heads, s.kv_heads).copy_(sum_group(dk.contiguous()));
        rows.narrow(2, s.heads + s.kv_heads, s.kv_heads).copy_(sum_group(dv.contiguous()));
    }
    return d_qkv;
}

at::Tensor attention_cached(const at::Tensor& qkv, const AttentionShape& s, at::Tensor& keys, at::Tensor& values,
                            const std::vector<int64_t>& slots, const std::vector<int64_t>& lengths) {
    check_matrix(qkv);
    const int64_t capacity = keys.size(2), dim = s.head_dim, group = s.heads / s.kv_heads;
    at::Tensor out = at::empty({qkv.size(0), s.heads * dim}, qkv.options());
    const float* in = qkv.const_data_ptr<float>();
    float *k = keys.mutable_data_ptr<float>(), *v = values.mutable_data_ptr<float>(),
          *y = out.mutable_data_ptr<float>();
    const float scale = 1.0f / std::sqrt(static_cast<float>(dim));
    at::parallel_for(0, qkv.size(0) * s.kv_heads, 1, [&](int64_t first, int64_t last) {
        std::vector<float> scores(static_cast<size_t>(capacity));
        for (int64_t unit = first; unit < last; ++unit) {
            const int64_t b = unit / s.kv_heads, kv = unit % s.kv_heads, length = lengths[static_cast<size_t>(b)];
            CUSET_ASSERT(length < capacity);
            const int64_t base = (slots[static_cast<size_t>(b)] * s.kv_heads + kv) * capacity * dim;
            const float* row = in + b * s.columns();
            const auto bytes = static_cast<size_t>(dim) * sizeof(float);
            std::memcpy(k + base + length * dim, row + (s.heads + kv) * dim, bytes);
            std::memcpy(v + base + length * dim, row + (s.heads + s.kv_heads + kv) * dim, bytes);
            for (int64_t h = kv * group; h < (kv + 1) * group; ++h) {
                for (int64_t i = 0; i <= length; ++i)
                    scores[static_cast<size_t>(i)] = scale * dot(row + h * dim, k + base + i * dim, dim);
                attend(scores.data(), v + base, length + 1, dim, y + (b * s.heads + h) * dim);
            }
        }
    });
    return out;
}

}  // namespace cuset::ops
