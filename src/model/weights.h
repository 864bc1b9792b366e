// A decoder's weights as tensors, read from GGUF.
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "formats/gguf.h"
#include "model/config.h"

namespace cuset::model {

// Matrices are [out, in], fp32. Projections that share their input are one matrix: qkv is q, k, v one above the other,
// gate_up is gate above up.
struct LayerWeights {
    at::Tensor input_norm, qkv, output, post_norm, gate_up, down;
};

struct Weights {
    at::Tensor embedding;  // [vocabulary, hidden]
    std::vector<LayerWeights> layers;
    at::Tensor final_norm;
    at::Tensor head;  // the embedding itself when tied
};

// From the metadata of a GGUF file of architecture llama. Throws UserError for another one and for impossible values.
ModelConfig read_config(const formats::Gguf& file);

// Dequantises every tensor, and undoes the permutation of q and k rows that Llama GGUF files carry (rotary pairs stored
// interleaved there, as halves here and in Hugging Face models).
Weights read_weights(const formats::Gguf& file, const ModelConfig& config);

}  // namespace cuset::model
