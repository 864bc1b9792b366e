// CUDA arrays: texels in rows and layers without gaps, in device memory.
#pragma once

#include "handles.h"
#include "internal.h"

struct cudaArray {
    cudaChannelFormatDesc format;
    cudaExtent extent;  // as the program gave it: height and depth may be 0
    unsigned flags;
    char* data;
    size_t texel_bytes, pitch, rows, layers;  // rows of a layer, and layers (slices), at least 1
};

namespace cuset_rt {

// Bytes of a texel; 0 for a format that no array can have.
size_t texel_bytes(const cudaChannelFormatDesc& format);

}  // namespace cuset_rt
