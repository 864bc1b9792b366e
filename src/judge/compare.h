// One output array against the reference's.
#pragma once

#include "judge/inputs.h"

namespace cuset::judge {

struct Comparison {
    long total = 0, wrong = 0;
    long first_wrong = -1;                              // index of the first wrong element
    double expected = 0, got = 0;                       // there
    double largest_absolute = 0, largest_relative = 0;  // error over all elements that are finite
    bool equal() const { return wrong == 0; }
};

// `want` holds what the reference wrote (double for float32), `got` what the answer wrote. A float32 element is right
// when |got - want| <= absolute + relative * |want|; NaN and infinity are never right. Whole numbers must be equal.
Comparison compare(const Dtype& dtype, const Bytes& want, const Bytes& got, double absolute, double relative);

// False when a reference's float array holds NaN or infinity, which nothing can equal.
bool all_finite(const Dtype& dtype, const Bytes& want);

}  // namespace cuset::judge
