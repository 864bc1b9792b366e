// CUDA C++ for the CPU: the qualifiers, built-in variables, device functions and runtime API that a translated source
// uses.
#pragma once

#include <assert.h>
#include <stdio.h>
#include <time.h>

#include "cuset/atomics.h"
#include "cuset/checked_variables.h"
#include "cuset/integer_functions.h"
#include "cuset/launch.h"
#include "cuset/math_functions.h"
#include "cuset/phases.h"
#include "cuset/rounding.h"
#include "cuset/runtime_api.h"
#include "cuset/simd_intrinsics.h"
#include "cuset/special_functions.h"
#include "cuset/synchronize.h"
#include "cuset/vector_types.h"

#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __cluster_dims__(...)
#define __block_size__(...)
#define __maxnreg__(registers)
#define __inline_hint__
#define __nv_pure__ __attribute__((pure))
#define __builtin_align__(bytes) __align__(bytes)

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
// Host and device code are compiled at once; code that asks for the architecture means the device.
#define __CUDA_ARCH__ 900

inline long long clock64() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}
inline clock_t clock() {
    return static_cast<clock_t>(clock64());
}

// Without a profiler there is nothing to count, and without a debugger a breakpoint is a trap.
inline void __prof_trigger(int) {}
[[noreturn]] inline void __brkpt(CUSET_HERE) {
    cuset_rt::trap("__brkpt", file, line);
}
