// The scalar operations that task families compose: one table for the prompt's words, the CUDA line and the reference.
#pragma once

#include <string>
#include <vector>

#include "base/hash.h"

namespace cuset::synthesize {

// An operation on the float `v`. In the texts {a} and {b} stand for constants.
struct Operation {
    const char* name;
    const char* words;               // as the prompt says it, e.g. "multiply by {a}"
    const char* cuda;                // expression of v in fp32, e.g. "v * {a}f"
    const char* fp64;                // the same in double, for the reference
    std::vector<double> a, b;        // constants to draw from; empty: not used
    bool nonnegative = false;        // its result is never negative
    bool bounded = false;            // its result lies in [-1, 1]
    bool keeps_nonnegative = false;  // does nothing to a value >= 0
};

const std::vector<Operation>& operations();
std::vector<std::string> operation_names();

// An operation with its constants drawn.
struct Step {
    std::string words, cuda, fp64;
};

// Throws through CUSET_ASSERT for an unknown name.
Step draw_step(const std::string& operation, Random& random);
std::vector<Step> draw_steps(const std::vector<std::string>& names, Random& random);

// True when `second` after `first` changes the value for some input, so that leaving it out is seen.
bool composes(const std::string& first, const std::string& second);

// Every ordered pair of different operations that compose.
std::vector<std::vector<std::string>> operation_pairs();

// "multiply by 2.5, then apply ReLU"
std::string words(const std::vector<Step>& steps);

// A constant as prompt and code spell it: at least one decimal place ("2.0", "0.25").
std::string constant(double value);

// A constant's text in fp32: "0.5" becomes "0.5f", "-INFINITY" stays.
std::string fp32(const std::string& constant);

}  // namespace cuset::synthesize
