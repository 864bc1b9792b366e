// Causal grouped-query attention over packed documents, and over a key-value cache.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

namespace cuset::ops {

struct AttentionShape {
    int64_t heads, kv_heads, head_dim;
    int64_t columns() const { return (heads + 2 * kv_heads) * head_dim; }
};

// softmax(q k^T / sqrt(head_dim)) v, each token seeing itself and earlier tokens of its own document.
// qkv [T, columns]: q heads, then k heads, then v heads; cu_seqlens: T's cuts, 0 first and T last.
// Returns [T, heads * head_dim]. `logsumexp` receives one [1, heads, length] tensor per document, for the backward
// pass.
at::Tensor attention(const at::Tensor& qkv, const AttentionShape& shape, const std::vector<int64_t>& cu_seqlens,
                     std::vector<at::Tensor>& logsumexp);

// The gradient of qkv [T, columns], given that of the output.
at::Tensor attention_backward(const at::Tensor& d_out, const at::Tensor& qkv, const at::Tensor& out,
                              const AttentionShape& shape, const std::vector<int64_t>& cu_seqlens,
                              const std::vector<at::Tensor>& logsumexp);

// One new token a sequence. qkv [B, columns], already rotated; its k and v are stored at lengths[b] of slot slots[b],
// and the token attends to positions 0 .. lengths[b]. keys and values: [slots, kv_heads, capacity, head_dim].
at::Tensor attention_cached(const at::Tensor& qkv, const AttentionShape& shape, at::Tensor& keys, at::Tensor& values,
                            const std::vector<int64_t>& slots, const std::vector<int64_t>& lengths);

}  // namespace cuset::ops
