// A decoder's weights, and their names in files.
#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

#include "formats/gguf.h"
#include "formats/safetensors.h"
#include "model/config.h"
#include "ops/lora_linear.h"

namespace cuset::model {

// Matrices are [out, in], fp32. Projections that share their input are one matrix: qkv is q, k, v one above the other,
// gate_up is gate above up. What a model does not have is undefined.
struct LayerWeights {
    at::Tensor input_norm;
    ops::LinearParameters qkv;
    at::Tensor q_norm, k_norm;  // [head_dim]
    ops::LinearParameters output;
    at::Tensor post_norm;
    ops::LinearParameters gate_up, down;
};

struct Weights {
    at::Tensor parameters;  // all of them, one after the other; the others are views of it
    at::Tensor embedding;   // [vocabulary, hidden]
    std::vector<LayerWeights> layers;
    at::Tensor final_norm;
    at::Tensor head;  // the embedding itself when tied
};

// Weights of a model, or their gradients, uninitialised.
Weights make_weights(const ModelConfig& config);

// A tensor as files name it.
struct NamedWeight {
    std::string name;           // Hugging Face's, e.g. model.layers.0.self_attn.q_proj.weight
    std::string gguf;           // e.g. blk.0.attn_q.weight
    at::Tensor tensor;          // a view, contiguous
    int64_t rotated_heads = 0;  // its rows are those of this many rotated heads; 0 otherwise
};

// Every tensor of a model, in the order of `parameters`.
std::vector<NamedWeight> named_weights(const Weights& weights, const ModelConfig& config);

// From a Hugging Face directory. UserError: a tensor is missing, of another shape or type, or not part of such a model.
Weights read_weights(const formats::SafetensorsDirectory& directory, const ModelConfig& config);

// Dequantises every tensor, and undoes the permutation of q and k rows that Llama GGUF files carry (rotary pairs stored
// interleaved there, as halves here and in Hugging Face models). Same errors.
Weights read_weights(const formats::Gguf& file, const ModelConfig& config);

// Rows (head, half, i) become (head, i, half), as Llama GGUF files have them; `inverse`: the other way. x [rows, ...].
at::Tensor interleaved(const at::Tensor& x, int64_t heads, bool inverse);

}  // namespace cuset::model
