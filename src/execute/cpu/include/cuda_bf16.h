// bfloat16: __nv_bfloat16, __nv_bfloat162 and their functions.
#pragma once

#include "cuda_fp16.h"

#define CUSET_T __nv_bfloat16
#define CUSET_T2 __nv_bfloat162
#define CUSET_RAW __nv_bfloat16_raw
#define CUSET_RAW2 __nv_bfloat162_raw
#define CUSET_OTHER __half
#define CUSET_NAME bfloat16
#define CUSET_FORMAT cuset_rt::Bfloat16
#include "cuset/narrow_float_functions.h"
#undef CUSET_FORMAT
#undef CUSET_NAME
#undef CUSET_OTHER
#undef CUSET_RAW2
#undef CUSET_RAW
#undef CUSET_T2
#undef CUSET_T

inline __half::__half(__nv_bfloat16 value) : __half(static_cast<float>(value)) {}
inline __nv_bfloat16::__nv_bfloat16(__half value) : __nv_bfloat16(static_cast<float>(value)) {}

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
