#include "ops/rms_norm.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ops/check.h"
#include "ops/cpu_targets.h"

namespace cuset::ops {
namespace {

constexpr int kLanes = 16;  // independent partial sums, so that the compiler may vectorise without reordering freely

CUSET_CPU_TARGETS void scale_row(const float* __restrict x, const float* __restrict weight, float scale, int64_t n,
                                 float* __restrict y) {
    for (int64_t i = 0; i < n; ++i) y[i] = x[i] * scale * weight[i];
}

CUSET_CPU_TARGETS float sum_of_squares(const float* __restrict x, int64_t n) {
    float sums[kLanes] = {};
    int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (int lane = 0; lane < kLanes; ++lane) sums[lane] += x[i + lane] * x[i + lane];
    float total = 0;
    for (float sum : sums) total += sum;
    for (; i < n; ++i) total += x[i] * x[i];
    return total;
}

CUSET_CPU_TARGETS void backward_row(const float* __restrict dy, const float* __restrict x,
                                    const float* __restrict weight, float inverse, int64_t n, float* __restrict dx) {
    float sums[kLanes] = {};
    int64_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (int lane = 0; lane < kLanes; ++lane) sums[lane] += dy[i + lane] * weight[i + lane] * x[i + lane];
    float total = 0;
    for (float sum : sums) total += sum;
    for (; i < n; ++i) total += dy[i] * weight[i] * x[i];
    const float pull = total * inverse * inverse / static_cast<float>(n);
    for (i = 0; i < n; ++i) dx[i] += inverse * (dy[i] * weight[i] - x[i] * pull);
}

CUSET_CPU_TARGETS void add_product(const float* __restrict dy, const float* __restrict x, float inverse, int64_t n,
                                   float* __restrict d_weight) {
    for (int64_t i = 0; i < n; ++i) d_weight[i] += dy[i] * x[i] * inverse;
}

// Calls row(t) for every row, many rows a thread.
template <typename Row>
void for_rows(int64_t rows, const Row& row) {
    at::parallel_for(0, rows, 16, [&](int64_t begin, int64_t end) {
        for (int64_t t = begin; t < end; ++t) row(t);
    });
}

}  // namespace

at::Tensor rms_norm(const at::Tensor& x, const at::Tensor& weight, double eps, at::Tensor& inverse_rms) {
    check_matrix(x);
    const int64_t rows = x.size(0), width = x.size(1);
    at::Tensor y = at::empty_like(x);
    inverse_rms = at::empty({rows}, x.options());
    const float *px = x.const_data_ptr<float>(), *pw = weight.const_data_ptr<float>();
    float *py = y.mutable_data_ptr<float>(), *inverse = inverse_rms.mutable_data_ptr<float>();
    for_rows(rows, [&](int64_t t) {
        const float mean = sum_of_squares(px + t * width, width) / static_cast<float>(width);
        inverse[t] = 1.0f / std::sqrt(mean + static_cast<float>(eps));
        scale_row(px + t * width, pw, inverse[t], width, py + t * width);
    });
    return y;
}

at::Tensor rms_norm_again(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& inverse_rms) {
    check_matrix(x);
    const int64_t width = x.size(1);
    at::Tensor y = at::empty_like(x);
    const float *px = x.const_data_ptr<float>(), *pw = weight.const_data_ptr<float>();
    const float* inverse = inverse_rms.const_data_ptr<float>();
    float* py = y.mutable_data_ptr<float>();
    for_rows(x.size(0), [&](int64_t t) { scale_row(px + t * width, pw, inverse[t], width, py + t * width); });
    return y;
}

void rms_norm_backward(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& weight,
                       const at::Tensor& inverse_rms, at::Tensor& dx) {
    check_matrix(dy);
    check_matrix(x);
    check_matrix(dx);
    const int64_t width = x.size(1);
    const float *pdy = dy.const_data_ptr<float>(), *px = x.const_data_ptr<float>();
    const float *pw = weight.const_data_ptr<float>(), *inverse = inverse_rms.const_data_ptr<float>();
    float* pdx = dx.mutable_data_ptr<float>();
    for_rows(x.size(0),
             [&](int64_t t) { backward_row(pdy + t * width, px + t * width, pw, inverse[t], width, pdx + t * width); });
}

void rms_norm_weight_backward(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& inverse_rms,
                              at::Tensor& d_weight) {
    check_matrix(dy);
    check_matrix(x);
    const int64_t rows = x.size(0), width = x.size(1);
    const float *pdy = dy.const_data_ptr<float>(), *px = x.const_data_ptr<float>();
    const float* inverse = inverse_rms.const_data_ptr<float>();
    float* out = d_weight.mutable_data_ptr<float>();
    constexpr int64_t kRows = 256;  // summed apart, so that long sums keep their precision
    at::parallel_for(0, width, 64, [&](int64_t begin, int64_t end) {
        std::vector<float> sum(static_cast<size_t>(end - begin));
        for (int64_t block = 0; block < rows; block += kRows) {
            std::fill(sum.begin(), sum.end(), 0.0f);
            for (int64_t t = block; t < std::min(rows, block + kRows); ++t)
                add_product(pdy + t * width + begin, px + t * width + begin, inverse[t], end - begin, sum.data());
            for (int64_t i = begin; i < end; ++i) out[i] += sum[static_cast<size_t>(i - begin)];
        }
    });
}

}  // namespace cuset::ops
