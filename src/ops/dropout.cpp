#include "ops/dropout.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include "base/hash.h"
#include "ops/check.h"
#include "ops/cpu_targets.h"

namespace cuset::ops {
namespace {

// A 32-bit integer hash ("lowbias32"-type finaliser: multiply and xor-shift), 32 bits per column.
CUSET_CPU_TARGETS void masked_row(const float* __restrict x, uint32_t key, uint32_t threshold, float scale, int64_t n,
                                  bool add, float* __restrict y) {
    for (int64_t j = 0; j < n; ++j) {
        uint32_t h = key + static_cast<uint32_t>(j) * 0x9e3779b9u;
        h ^= h >> 16;
        h *= 0x21f0aaadu;
        h ^= h >> 15;
        h *= 0x735a2d97u;
        h ^= h >> 15;
        const float value = h >= threshold ? x[j] * scale : 0.0f;
        y[j] = add ? y[j] + value : value;
    }
}

void masked(const at::Tensor& x, const at::Tensor& row_keys, uint64_t module, double probability, bool add,
            at::Tensor& y) {
    check_matrix(x);
    check_matrix(y);
    CUSET_ASSERT(row_keys.numel() == x.size(0));
    const auto threshold = static_cast<uint32_t>(probability * 4294967296.0);
    const auto scale = static_cast<float>(1.0 / (1.0 - probability));
    const int64_t n = x.size(1);
    const float* in = x.const_data_ptr<float>();
    float* out = y.mutable_data_ptr<float>();
    const int64_t* keys = row_keys.const_data_ptr<int64_t>();
    at::parallel_for(0, x.size(0), 16, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) {
            const auto key = static_cast<uint32_t>(mix64(static_cast<uint64_t>(keys[t]) ^ mix64(module)));
            masked_row(in + t * n, key, threshold, scale, n, add, out + t * n);
        }
    });
}

}  // namespace

at::Tensor dropout(const at::Tensor& x, const at::Tensor& row_keys, uint64_t module, double probability) {
    at::Tensor y = at::empty_like(x);
    masked(x, row_keys, module, probability, false, y);
    return y;
}

void add_dropout(at::Tensor& y, const at::Tensor& x, const at::Tensor& row_keys, uint64_t module, double probability) {
    masked(x, row_keys, module, probability, true, y);
}

}  // namespace cuset::ops
