// The output head and the token-weighted cross-entropy as one operator: the full logits never exist.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <span>
#include <vector>

namespace cuset::ops {

// Where the weights of method.md, section 2 come from. Everything returned is a constant for the gradient.
struct TokenWeighting {
    // M_{n,t} of the tokens [first, first + log_prob.size()) of sample n, from their log-probabilities.
    std::function<void(size_t sample, size_t first, std::span<const float> log_prob, std::span<float> weight)> token;
    // w_n from the log-probabilities of the whole sample.
    std::function<float(size_t sample, std::span<const float> log_prob)> sample;
};

struct HeadLoss {
    at::Tensor log_prob;  // [R] log softmax(z)[target], fp32
    at::Tensor d_hidden;  // [R, H]; undefined without a weighting
    double loss = 0;      // sum over samples of w_n * sum_t M_t * -log_prob, times scale
};

// hidden [R, H]: the rows that predict a target (others must have been left out); head [V, H]; targets int64 [R].
// Sample n owns the rows cuts[n] .. cuts[n+1]. Logits z = hidden head^T are made for at most chunk_rows rows at a time:
//   dz = scale * M_t * (softmax(z) - onehot(target)),   d_hidden = w_n * dz head,   d_head += w_n * dz^T hidden
// With a frozen head (d_head null) d_hidden is linear in w_n, so a sample's rows are multiplied by w_n when its last
// row is done. With a trained one w_n is needed before: chunks hold whole samples, and a sample of more than chunk_rows
// rows has its log-probabilities computed in a pass of their own. Without a weighting only log_prob is computed.
HeadLoss fused_head(const at::Tensor& hidden, const at::Tensor& head, const at::Tensor& targets,
                    const std::vector<int64_t>& cuts, const TokenWeighting* weighting, double scale, int64_t chunk_rows,
                    at::Tensor* d_head = nullptr);

// The readable reference: the same by full logits in fp64 and no chunks.
HeadLoss reference_head(const at::Tensor& hidden, const at::Tensor& head, const at::Tensor& targets,
                        const std::vector<int64_t>& cuts, const TokenWeighting* weighting, double scale,
                        at::Tensor* d_head = nullptr);

}  // namespace cuset::ops
