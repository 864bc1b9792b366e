// What a decoder of the Llama family is made of.
#pragma once

#include <cstdint>
#include <string>

namespace cuset::model {

struct ModelConfig {
    int64_t vocabulary = 0, hidden = 0, layers = 0, heads = 0, kv_heads = 0, head_dim = 0, intermediate = 0;
    int64_t context_length = 0;
    double rope_theta = 0, rms_eps = 0;
    bool tied_head = false;
};

}  // namespace cuset::model
