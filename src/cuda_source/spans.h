// The byte ranges of a CUDA source that the method calls CUDA-sensitive.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cuset::cuda_source {

// Bytes [begin, end).
struct Span {
    size_t begin, end;
    bool operator==(const Span&) const = default;
};

enum class SpanMode {
    // __global__ functions from `__global__` to the closing brace, prototypes to their semicolon, launch statements.
    paper,
    // Also __device__ functions, dim3, __constant__ and texture declarations, statements that call cudaLaunchKernel or
    // cudaLaunchCooperativeKernel, and every function that launches.
    extended
};

struct Spans {
    std::vector<Span> kernels;         // and, extended, __device__ functions
    std::vector<Span> launches;        // from the kernel's name to the semicolon
    std::vector<Span> configurations;  // `<<<` ... `>>>` of the launches
    std::vector<Span> others;          // extended only
    // The union of all, ordered and disjoint.
    std::vector<Span> merged() const;
};

// Text may be incomplete: what is not closed runs to the end of the text. Comments, strings and directives begin
// nothing.
Spans find_spans(std::string_view text, SpanMode mode);

}  // namespace cuset::cuda_source
