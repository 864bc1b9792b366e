// The parts of the driver API's header that programs of the runtime API use: its version and a few types.
#pragma once

#include "cuda_runtime.h"

#define CUDA_VERSION 12080
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
