// nvcuda::wmma: matrix products by a warp, in the shapes and types of CUDA.
#pragma once

#include "cuda_bf16.h"
#include "cuset/wmma.h"
