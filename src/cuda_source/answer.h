// The program in a model's answer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cuset::cuda_source {

// The code of a Markdown answer: reasoning in <think>...</think> is left out; of the fenced blocks that are C++ or CUDA
// the longest one with `__global__`, otherwise all of them joined in order; an unclosed last fence counts; without a
// fence the text itself when it holds `__global__` or an #include, from its first line of code on. Lines end with \n.
// nullopt when there is no code.
std::optional<std::string> extract_code(std::string_view answer);

}  // namespace cuset::cuda_source
