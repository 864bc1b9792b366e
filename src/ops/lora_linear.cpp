#include "ops/lora_linear.h"

#include <ATen/ATen.h>

#include "ops/check.h"
#include "ops/dropout.h"

namespace cuset::ops {
namespace {

at::Tensor dropped(const at::Tensor& x, const LoraDropout& d, uint64_t module) {
    return d.probability > 0 ? dropout(x, d.row_keys, module, d.probability) : x;
}

}  // namespace

at::Tensor linear(const at::Tensor& x, const LinearParameters& p) {
    check_matrix(x);
    check_matrix(p.weight);
    return p.bias.defined() ? at::addmm(p.bias, x, p.weight.t()) : at::mm(x, p.weight.t());
}

at::Tensor lora_linear(const at::Tensor& x, const LinearParameters& parameters, const std::vector<LoraSlice>& slices,
                       double scale, const LoraDropout& d, std::vector<at::Tensor>& low_rank) {
    at::Tensor y = linear(x, parameters);
    low_rank.clear();
    for (const LoraSlice& slice : slices) {
        low_rank.push_back(at::mm(dropped(x, d, slice.module), slice.a.t()));
        y.narrow(1, slice.first, slice.width).addmm_(low_rank.back(), slice.b.t(), 1, scale);
    }
    return y;
}

at::Tensor lora_linear_backward(const at::Tensor& dy, const at::Tensor& x, const LinearParameters& parameters,
                                const LinearParameters* gradient, const std::vector<LoraSlice>& slices, double scale,
                                const LoraDropout& d, const std::vector<at::Tensor>& low_rank, bool want_dx) {
    check_matrix(dy);
    at::Tensor dx = want_dx ? at::mm(dy, parameters.weight) : at::Tensor();
    if (gradient != nullptr) {
        gradient->weight.addmm_(dy.t(), x);
        if (gradient->bias.defined()) gradient->bias.add_(dy.sum(0));
    }
    for (size_t i = 0; i < slices.size(); ++i) {
        const LoraSlice& slice = slices[i];
        const at::Tensor dy_slice = dy.narrow(1, slice.first, slice.width);
        const at::Tensor d_low = at::mm(dy_slice, slice.b).mul_(scale);
        at::Tensor d_a = slice.d_a, d_b = slice.d_b;
        d_b.addmm_(dy_slice.t(), low_rank[i], 1, scale);
        d_a.addmm_(d_low.t(), dropped(x, d, slice.module));
        if (!want_dx) continue;
        if (d.probability > 0)
            add_dropout(dx, at::mm(d_low, slice.a), d.row_keys, slice.module, d.probability);
        else
            dx.addmm_(d_low, slice.a);
    }
    return dx;
}

}  // namespace cuset::ops
