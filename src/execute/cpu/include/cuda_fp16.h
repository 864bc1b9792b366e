// Half precision: __half, __half2 and their functions.
#pragma once

#include "cuda_runtime.h"
#include "cuset/narrow_float.h"

struct __nv_bfloat16;

#define CUSET_T __half
#define CUSET_T2 __half2
#define CUSET_RAW __half_raw
#define CUSET_RAW2 __half2_raw
#define CUSET_OTHER __nv_bfloat16
#define CUSET_NAME half
#define CUSET_FORMAT cuset_rt::Half
#include "cuset/narrow_float_functions.h"
#undef CUSET_FORMAT
#undef CUSET_NAME
#undef CUSET_OTHER
#undef CUSET_RAW2
#undef CUSET_RAW
#undef CUSET_T2
#undef CUSET_T

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
